"""What happens in the abstract world, for whoever listens.

An event belongs to no rule. What torch adds (operations, writes, backwards) stands in
:mod:`tapelint.core.autograd.events`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tapelint.core.domain.objects import Frame, Function
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import OPEN
from tapelint.core.domain.values import Value
from tapelint.core.machine.protocol import Arguments


@dataclass(eq=False, slots=True)
class Event:
    """Something that happens.

    Attributes:
        node: Where.
        guard: What is known on the path that it happens on.
        moment: When.
        since: When the loop began that it happens in; 0 for none.
        calls: The calls that led there, from the outside in.
        file: The file that the node stands in.
    """

    node: ast.AST
    guard: Guard = field(default=OPEN, init=False)
    moment: int = field(default=0, init=False)
    since: int = field(default=0, init=False)
    calls: tuple[ast.AST, ...] = field(default=(), init=False)
    file: str = field(default="", init=False)


@dataclass(eq=False, slots=True)
class Bound(Event):
    """A name is bound."""

    name: str
    value: Value


@dataclass(eq=False, slots=True)
class Reached(Event):
    """A statement that somebody watches is about to be run, or is over."""

    frame: Frame
    is_over: bool


@dataclass(eq=False, slots=True)
class Called(Event):
    """A function of the program is about to be run."""

    function: Function


@dataclass(eq=False, slots=True)
class Unfollowed(Event):
    """A function of the program is called, and not run: it stands too deep."""

    function: Function
    given: Sequence[Value]


@dataclass(eq=False, slots=True)
class Returned(Event):
    """A function of the program has been run."""

    function: Function
    value: Value


@dataclass(eq=False, slots=True)
class Evaluated(Event):
    """A call of one thing, an operator or an index has given something.

    Attributes:
        name: The method or the operator; "" for a call, ``[]`` for an index.
        of: What is called or indexed, whose method it is, or the left operand.
        given: What it is given besides.
        result: What it has given.
    """

    name: str
    of: Value
    given: Arguments
    result: Value


@dataclass(eq=False, slots=True)
class Taken(Event):
    """A loop takes an item.

    Attributes:
        of: What it goes over.
        item: The item.
    """

    of: Value
    item: Value


@dataclass(eq=False, slots=True)
class Escaped(Event):
    """Values are in the hands of code that is not known, since it was given what holds them."""

    values: Sequence[Value]


@dataclass(eq=False, slots=True)
class Unmodelled(Event):
    """Something of a known library is called of which no model tells what it gives.

    Attributes:
        name: The function, or the method.
        given: What it is given; first of all its object.
        values: What can be reached from that.
    """

    name: str
    given: Sequence[Value]
    values: Sequence[Value]


Listener = Callable[[Any], None]
"""Takes the events of the kind that it listens to."""
