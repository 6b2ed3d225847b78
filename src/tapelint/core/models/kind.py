"""What all models of kinds of values have in common."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeVar

from tapelint.core.domain.alternatives import Condition
from tapelint.core.domain.predicate import Predicate
from tapelint.core.domain.values import FALSE, TRUE, Obj, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Behaviour

F = TypeVar("F")
V = TypeVar("V", bound=Value)


class Kind(Behaviour[V]):
    """What one kind of value does.

    Attributes:
        world: The machine that runs it.
    """

    def __init__(self, world: Machine) -> None:
        self.world: Final = world


def registering(table: dict[str, F]) -> Callable[..., Callable[[F], F]]:
    """A decorator that enters a function into a table under its names."""

    def registered(*names: str) -> Callable[[F], F]:
        def register(function: F) -> F:
            table.update(dict.fromkeys(names, function))
            return function

        return register

    return registered


def identity(operator: str, left: Value, right: Value) -> Value | None:
    """``is`` and ``is not``, of an object that is itself alone; ``None`` for other operators.

    What nobody knows may be any object.
    """
    if operator not in ("is", "is not"):
        return None
    if left is not right and (isinstance(left, Unknown) or isinstance(right, Unknown)):
        return None
    if isinstance(left, Obj) or isinstance(right, Obj):
        return TRUE if (left is right) is (operator == "is") else FALSE
    return None


def told(subject: Value, test: str, *values: Hashable, holds: bool = True) -> Condition:
    """A truth that says something about a value on each of its sides."""
    predicate = Predicate(subject, test, values, holds)
    return Condition(frozenset([predicate]), frozenset([~predicate]))
