"""Context managers of Python's library."""

from __future__ import annotations

import ast
from typing import Any, Final

from tapelint.core.domain.fields import Field, join_log
from tapelint.core.domain.values import NONE, Const, Obj, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind
from tapelint.core.models.python.builtins import model


class Stack(Obj):
    """``ExitStack()``: what is entered through it is left with it."""

    __slots__ = ()


class Entered:
    """A manager that was entered.

    Attributes:
        manager: The manager.
        token: What it is left with.
        moment: When.
    """

    __slots__ = ("manager", "moment", "token")

    def __init__(self, manager: Value, token: Any, moment: int) -> None:
        self.manager: Final = manager
        self.token: Final = token
        self.moment: Final = moment


ENTERED: Final[Field[frozenset[Entered]]] = Field("entered", frozenset(), join_log)
"""The managers that a stack leaves at its end."""


class Stacks(Kind[Stack]):
    """Stacks of context managers."""

    def enter(self, obj: Stack, node: ast.AST) -> tuple[Value, Any]:
        """It gives itself."""
        return obj, None

    def leave(self, obj: Stack, token: Any, node: ast.AST) -> None:
        """All are left, the last one first."""
        state = self.world.state
        entered = state.get(obj, ENTERED)
        for each in sorted(entered, key=lambda one: -one.moment):
            self.world.models.leave(each.manager, each.token, node)
        state.put(obj, ENTERED, frozenset())

    def call_method(self, obj: Stack, name: str, given: Arguments, node: ast.AST) -> Value:
        """Enter a manager; leave all."""
        state, first = self.world.state, given.get(0, "cm")
        if name in ("enter_context", "enter_async_context") and first is not None:
            value, token = self.world.models.enter(first, node)
            entered = Entered(first, token, state.tick())
            state.put(obj, ENTERED, state.get(obj, ENTERED) | {entered})
            return value
        if name in ("close", "aclose", "__exit__"):
            self.leave(obj, None, node)
        return obj if name == "__enter__" else NONE


class Null(Obj):
    """``nullcontext(value)``.

    Attributes:
        value: What entering it gives.
    """

    __slots__ = ("value",)

    def __init__(self, value: Value, birth: int) -> None:
        super().__init__(birth)
        self.value: Final = value


class Nulls(Kind[Null]):
    """Managers that do nothing."""

    def enter(self, obj: Null, node: ast.AST) -> tuple[Value, Any]:
        """It gives what it was made with."""
        return obj.value, None


@model("contextlib.ExitStack", "contextlib.AsyncExitStack")
def _stack(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return Stack(world.state.tick())


@model("contextlib.nullcontext")
def _null(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return Null(given.get(0, "enter_result") or Const(None), world.state.tick())


def kinds(world: Machine) -> dict[type[Value], Kind[Any]]:
    """The handlers, by class of value."""
    return {Stack: Stacks(world), Null: Nulls(world)}
