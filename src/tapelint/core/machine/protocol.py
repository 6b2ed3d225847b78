"""What the machine asks of whoever knows what values do."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tapelint.core.domain.fields import Items
from tapelint.core.domain.values import Imported, Value


class Arguments:
    """What a call is given.

    Attributes:
        positional: What is given by position.
        keywords: What is given by name.
        is_open: Whether there may be more, behind a ``*`` or ``**`` of which not all is known.
    """

    __slots__ = ("is_open", "keywords", "positional")

    def __init__(
        self,
        positional: Sequence[Value] = (),
        keywords: dict[str, Value] | None = None,
        is_open: bool = False,
    ) -> None:
        self.positional = tuple(positional)
        self.keywords = keywords if keywords is not None else {}
        self.is_open = is_open

    def get(self, at: int, name: str) -> Value | None:
        """What is given for a parameter, by its place (-1 for none) or by its name."""
        if 0 <= at < len(self.positional):
            return self.positional[at]
        return self.keywords.get(name)

    def behind(self, first: Value) -> Arguments:
        """The same with one more in front."""
        return Arguments((first, *self.positional), self.keywords, self.is_open)

    def rest(self) -> Arguments:
        """The same without the first one."""
        return Arguments(self.positional[1:], self.keywords, self.is_open)

    @property
    def all(self) -> tuple[Value, ...]:
        """All that is given."""
        return (*self.positional, *self.keywords.values())


class Models(Protocol):
    """What values do. Each may be one of several values."""

    def attribute(self, obj: Value, name: str, node: ast.AST) -> Value:
        """``obj.name``."""

    def set_attribute(self, obj: Value, name: str, value: Value, node: ast.AST) -> None:
        """``obj.name = value``; ``UNBOUND`` deletes it."""

    def subscript(self, obj: Value, key: Value, node: ast.AST) -> Value:
        """``obj[key]``."""

    def set_subscript(
        self, obj: Value, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """``obj[key] = value``; ``UNBOUND`` deletes it."""

    def call(self, function: Value, given: Arguments, node: ast.AST) -> Value:
        """``function(...)``."""

    def call_method(self, obj: Value, name: str, given: Arguments, node: ast.AST) -> Value:
        """``obj.name(...)``."""

    def operate(self, operator: str, left: Value, right: Value | None, node: ast.AST) -> Value:
        """``left operator right``, or ``operator left``."""

    def augment(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value:
        """``left operator= right``: what the target is bound to."""

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value:
        """``left operator right``, a truth."""

    def match_part(self, obj: Value, cls: Value, at: int, node: ast.AST) -> Value:
        """What the pattern ``cls(a, b)`` takes of an object for a place."""

    def function(self, path: str) -> Callable[..., Value] | None:
        """What a function from elsewhere does, by its full name."""

    def library(self, path: str) -> Callable[..., Value] | None:
        """What a whole library says of it, where nothing else is known."""

    def only_tells(self, method: str) -> bool:
        """Whether a method of this name changes nothing, and says the same each time."""

    def is_lasting(self, value: Value) -> bool:
        """Whether who holds a value as an attribute may be taken to hold it for good."""

    def passed_on(self, name: str, given: Arguments, is_method: bool) -> Value | None:
        """What unknown code, by its name, gives back of what it is given, if it does."""

    def truth(self, value: Value) -> bool | Value:
        """Whether an object is true; where that is not known, a value that says it.

        That value is another one as soon as the object has changed.
        """

    def is_a(self, obj: Value, path: str) -> bool | None:
        """Whether an object is one of a class from elsewhere; ``None`` if nobody knows."""

    def items(self, obj: Value, node: ast.AST) -> Items | None:
        """What a loop over an object takes in turn; ``None`` if nothing is known of it."""

    def enter(self, manager: Value, node: ast.AST) -> tuple[Value, Any]:
        """What ``with manager as value`` binds, and what :meth:`leave` is given."""

    def leave(self, manager: Value, token: Any, node: ast.AST) -> None:
        """The end of a ``with``, on whatever way it is left."""

    def imported(self, module: str, name: str, file: str) -> Value:
        """``import module``, or ``from module import name``, in a file."""

    def found(self, imported: Imported) -> Value:
        """What an import of another file of the project has bound."""

    def starred(self, name: str, files: Sequence[Value]) -> Value:
        """What a name means, if files have it of which all names are imported; else ``UNBOUND``."""

    def builtin(self, name: str) -> Value:
        """What a name means that nobody in the file binds."""
