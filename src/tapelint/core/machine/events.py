"""What happens in the abstract world, for whoever listens.

An event belongs to no rule. What torch adds (operations, writes, backwards) stands in
:mod:`tapelint.core.autograd.events`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from tapelint.core.domain.objects import Function
from tapelint.core.domain.predicates import OPEN, Guard
from tapelint.core.domain.values import Value


class Event:
    """Something that happens.

    Attributes:
        node: Where.
        guard: What is known on the path that it happens on.
        moment: When.
        calls: The calls that led there, from the outside in.
        file: The file that the node stands in.
    """

    __slots__ = ("calls", "file", "guard", "moment", "node")

    def __init__(self, node: ast.AST) -> None:
        self.node: Final = node
        self.guard: Guard = OPEN
        self.moment = 0
        self.calls: tuple[ast.AST, ...] = ()
        self.file = ""


class Bound(Event):
    """A name is bound."""

    __slots__ = ("name", "value")

    def __init__(self, node: ast.AST, name: str, value: Value) -> None:
        super().__init__(node)
        self.name: Final = name
        self.value: Final = value


class Called(Event):
    """A function of the program is about to be run."""

    __slots__ = ("function",)

    def __init__(self, node: ast.AST, function: Function) -> None:
        super().__init__(node)
        self.function: Final = function


class Returned(Event):
    """A function of the program has been run."""

    __slots__ = ("function", "value")

    def __init__(self, node: ast.AST, function: Function, value: Value) -> None:
        super().__init__(node)
        self.function: Final = function
        self.value: Final = value


class Escaped(Event):
    """A value is given to code that is not known, or returned to it."""

    __slots__ = ("value",)

    def __init__(self, node: ast.AST, value: Value) -> None:
        super().__init__(node)
        self.value: Final = value


Listener = Callable[[Any], None]
"""Takes the events of the kind that it listens to."""
