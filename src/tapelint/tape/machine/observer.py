"""Who watches an execution from outside of the tape."""

from __future__ import annotations

from typing import Protocol

from tapelint.source import tree
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.records import Records
from tapelint.tape.events import Event


class Observer(Protocol):
    """Is told how an execution goes on, and changes nothing of it. By default it does nothing.

    This is all that the tape offers to those who watch: they derive from this class, and from no
    other one of the tape's, and read the machine's state.
    """

    def begin(self, machine: Records) -> None:
        """An execution begins on a machine."""
        return

    def executing(self, statement: tree.Node) -> None:
        """A statement is about to be executed."""
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
