"""Context managers of Python's library."""

from __future__ import annotations

import ast
from typing import Final

from tapelint.core.domain.fields import Field, join_log
from tapelint.core.domain.values import NONE, Const, Obj, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind
from tapelint.core.models.python.builtins import model


class Stack(Obj):
    """``ExitStack()``: what is entered through it is left with it."""

    __slots__ = ()


ENTERED: Final[Field[frozenset[tuple[int, Value]]]] = Field("entered", frozenset(), join_log)
"""The managers that a stack leaves at its end, each with the moment when it was entered."""


class Stacks(Kind[Stack]):
    """Stacks of context managers."""

    def enter(self, obj: Stack, node: ast.AST) -> Value:
        """It gives itself."""
        return obj

    def leave(self, obj: Stack, node: ast.AST) -> None:
        """All are left, the last one first."""
        state = self.world.state
        entered = state.get(obj, ENTERED)
        for _, each in sorted(entered, key=lambda one: -one[0]):
            self.world.models.leave(each, node)
        state.put(obj, ENTERED, frozenset())

    def call_method(self, obj: Stack, name: str, given: Arguments, node: ast.AST) -> Value:
        """Enter a manager; leave all."""
        state, first = self.world.state, given.get(0, "cm")
        if name in ("enter_context", "enter_async_context") and first is not None:
            value = self.world.models.enter(first, node)
            state.put(obj, ENTERED, state.get(obj, ENTERED) | {(state.tick(), first)})
            return value
        if name in ("close", "aclose", "__exit__"):
            self.leave(obj, node)
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

    def enter(self, obj: Null, node: ast.AST) -> Value:
        """It gives what it was made with."""
        return obj.value


@model("contextlib.ExitStack", "contextlib.AsyncExitStack")
def _stack(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return Stack(world.state.tick())


@model("contextlib.nullcontext")
def _null(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return Null(given.get(0, "enter_result") or Const(None), world.state.tick())
