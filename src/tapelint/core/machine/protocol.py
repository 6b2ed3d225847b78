"""What the machine asks of whoever knows what values of a kind do."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import ClassVar, Final, Generic, TypeVar

from tapelint.core.domain.fields import Items
from tapelint.core.domain.values import Value

V = TypeVar("V", bound=Value)

_NOTHING: Final = Items()


class Arguments:
    """What a call is given.

    Attributes:
        positional: What is given by position.
        keywords: What is given by name.
        is_open: Whether there may be more, behind a ``*`` or ``**`` of which not all is known.
        more: What may stand behind what is given by position.
    """

    __slots__ = ("is_open", "keywords", "more", "positional")

    def __init__(
        self,
        positional: Sequence[Value] = (),
        keywords: dict[str, Value] | None = None,
        is_open: bool = False,
        more: Items = _NOTHING,
    ) -> None:
        self.positional = tuple(positional)
        self.keywords = keywords if keywords is not None else {}
        self.is_open = is_open or more.rest is not None
        self.more = more

    def get(self, at: int, name: str) -> Value | None:
        """What is given for a parameter, by its place (-1 for none) or by its name."""
        if 0 <= at < len(self.positional):
            return self.positional[at]
        return self.keywords.get(name)

    def behind(self, first: Value) -> Arguments:
        """The same with one more in front."""
        return Arguments((first, *self.positional), self.keywords, self.is_open, self.more)

    def rest(self) -> Arguments:
        """The same without the first one."""
        return Arguments(self.positional[1:], self.keywords, self.is_open, self.more)

    def items(self, unknown: Value) -> Items:
        """What is given by position, with what may stand behind it."""
        is_told = not self.is_open or self.more.rest is not None
        return Items(self.positional).then(self.more if is_told else Items((), unknown))

    @property
    def all(self) -> tuple[Value, ...]:
        """All that is given."""
        return (*self.positional, *self.keywords.values())


class Behaviour(Generic[V]):
    """What one kind of value does: it is never one of several.

    Each method says nothing here: ``None`` is what it gives where nothing is known.

    Attributes:
        joint: Whether an operator takes several values of the kind as one operand.
        joint_methods: The methods that are called once for all that a value of the kind may be.
        is_method: Whether an object whose class has such a value calls it with itself.
    """

    joint: ClassVar[bool] = False
    joint_methods: ClassVar[frozenset[str]] = frozenset()
    is_method: ClassVar[bool] = False

    def attribute(self, obj: V, name: str, node: ast.AST) -> Value | None:
        """``obj.name``."""
        return None

    def set_attribute(self, obj: V, name: str, value: Value, node: ast.AST) -> None:
        """``obj.name = value``; ``UNBOUND`` deletes it."""

    def subscript(self, obj: V, key: Value, node: ast.AST) -> Value | None:
        """``obj[key]``."""
        return None

    def set_subscript(self, obj: V, key: Value, value: Value, operator: str, node: ast.AST) -> None:
        """``obj[key] = value``; ``UNBOUND`` deletes it."""

    def call(self, obj: V, given: Arguments, node: ast.AST) -> Value | None:
        """``obj(...)``."""
        return None

    def call_method(self, obj: V, name: str, given: Arguments, node: ast.AST) -> Value | None:
        """``obj.name(...)``; ``None`` for what the attribute itself does."""
        return None

    def call_jointly(
        self, several: Value, name: str, given: Arguments, node: ast.AST
    ) -> Value | None:
        """One of its joint methods, once for the values that one may be."""
        return None

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """An operator of which one operand is of the kind; ``None`` leaves it to the other."""
        return None

    def augment(self, operator: str, left: V, right: Value, node: ast.AST) -> Value | None:
        """``left operator= right``; ``None`` for what is no change in place."""
        return None

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """A comparison of which one side is of the kind; ``None`` leaves it to the other."""
        return None

    def match_part(self, cls: V, obj: Value, at: int, node: ast.AST) -> Value | None:
        """What the pattern ``cls(a, b)`` takes of an object for a place."""
        return None

    def truth(self, obj: V) -> bool | Value:
        """Whether it is true; where that is not known, a value that says it.

        That value is another one as soon as the object has changed.
        """
        return True

    def is_lasting(self, obj: V) -> bool:
        """Whether who holds it as an attribute may be taken to hold it for good."""
        return False

    def is_a(self, obj: V, path: str) -> bool | None:
        """Whether it is an object of a class from elsewhere, by that one's full name."""
        return None

    def items(self, obj: V, node: ast.AST) -> Items | None:
        """What a loop takes in turn."""
        return None

    def enter(self, obj: V, node: ast.AST) -> Value | None:
        """What ``with obj as value`` binds."""
        return None

    def leave(self, obj: V, node: ast.AST) -> None:
        """The end of a ``with``, on whatever way it is left."""
