"""Who watches an execution from outside of the tape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tapelint.source import tree
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.records import Records
from tapelint.tape.domain.values import Value
from tapelint.tape.events import Event


class Observer(Protocol):
    """Is told how an execution goes on, and changes nothing of it. By default it does nothing.

    This is all that the tape offers to those who watch: they derive from this class, and from no
    other one of the tape's, and read the machine's state.
    """

    def begin(self, machine: Records, look_up: Callable[[str], Value | None]) -> None:
        """An execution begins on a machine; ``look_up`` tells what a name stands for when asked."""
        return

    def executing(self, statement: tree.Node) -> None:
        """A statement is about to be executed."""
        return

    def executed(self, statement: tree.Node) -> None:
        """A statement was executed, and nothing has ended the execution."""
        return

    def entered(self, unit: FunctionUnit) -> None:
        """A function is about to be executed, for a call or for its own sake."""
        return

    def left(self, unit: FunctionUnit) -> None:
        """A function was executed, to its end or not."""
        return

    def withheld(self, event_type: type[Event], node: tree.Node) -> None:
        """An event was not recorded: an error is expected there, or it was only tried."""
        return
