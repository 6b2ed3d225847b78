"""What one kind of value does; where it says nothing, the result is unknown."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import Any, ClassVar, Generic, TypeVar

from tapelint.core.domain.alternatives import Condition
from tapelint.core.domain.fields import Items
from tapelint.core.domain.predicates import Predicate
from tapelint.core.domain.values import FALSE, TRUE, Obj, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments

V = TypeVar("V", bound=Value)


class Kind(Generic[V]):
    """The handlers of one kind of value: it is never one of several.

    Attributes:
        world: The machine that runs it.
        joint: Whether an operator takes several values of the kind as one operand.
    """

    joint: ClassVar[bool] = False

    def __init__(self, world: Machine) -> None:
        self.world = world

    def attribute(self, obj: V, name: str, node: ast.AST) -> Value:
        """``obj.name``."""
        return self.world.derived(name, obj)

    def set_attribute(self, obj: V, name: str, value: Value, node: ast.AST) -> None:
        """``obj.name = value``; ``UNBOUND`` deletes it."""

    def subscript(self, obj: V, key: Value, node: ast.AST) -> Value:
        """``obj[key]``."""
        return self.world.unknown("item")

    def set_subscript(self, obj: V, key: Value, value: Value, operator: str, node: ast.AST) -> None:
        """``obj[key] = value``."""

    def call(self, obj: V, given: Arguments, node: ast.AST) -> Value:
        """``obj(...)``."""
        return self.world.unknown("result")

    def call_method(self, obj: V, name: str, given: Arguments, node: ast.AST) -> Value:
        """``obj.name(...)``."""
        return self.world.models.call(self.attribute(obj, name, node), given, node)

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """An operator of which one operand is of the kind; ``None`` leaves it to the other."""
        return None

    def augment(self, operator: str, left: V, right: Value, node: ast.AST) -> Value | None:
        """``left operator= right``; ``None`` for what is no change in place."""
        return None

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """A comparison of which one side is of the kind."""
        return None

    def match_part(self, cls: V, obj: Value, at: int, node: ast.AST) -> Value:
        """What the pattern ``cls(a, b)`` takes of an object for a place."""
        return self.world.unknown("part")

    def truth(self, obj: V) -> bool | Value:
        """Whether it is true, or what says so."""
        return True

    def is_lasting(self, obj: V) -> bool:
        """Whether who holds it as an attribute may be taken to hold it for good."""
        return False

    def is_a(self, obj: V, path: str) -> bool | None:
        """Whether it is an object of a class from elsewhere, by that one's full name."""
        return None

    def items(self, obj: V, node: ast.AST) -> Items | None:
        """What a loop takes."""
        return None

    def enter(self, obj: V, node: ast.AST) -> tuple[Value, Any]:
        """``with obj as value``."""
        return self.world.unknown("entered"), None

    def leave(self, obj: V, token: Any, node: ast.AST) -> None:
        """The end of a ``with``."""


def identity(operator: str, left: Value, right: Value) -> Value | None:
    """``is`` and ``is not``, of an object that is itself alone; ``None`` for other operators."""
    if operator not in ("is", "is not"):
        return None
    if isinstance(left, Obj) or isinstance(right, Obj):
        return TRUE if (left is right) is (operator == "is") else FALSE
    return None


def told(subject: Value, test: str, *values: Hashable, holds: bool = True) -> Condition:
    """A truth that says something about a value on each of its sides."""
    predicate = Predicate(subject, test, values, holds)
    return Condition(frozenset([predicate]), frozenset([~predicate]))
