"""What an execution has come by, and what it has kept to itself."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.events import Event
from tapelint.tape.machine.observer import Observer


class ExecutionLog(Observer):
    """Watches an execution.

    Attributes:
        passed: The statements that it has come by.
        hushed: What it has not recorded: an error is expected there, or it was only tried.
    """

    def __init__(self) -> None:
        self.passed: set[tree.Node] = set()
        self.hushed: dict[tuple[tree.Node, type[Event]], None] = {}

    def executing(self, statement: tree.Node) -> None:
        """Remember a statement."""
        self.passed.add(statement)

    def withheld(self, event_type: type[Event], node: tree.Node) -> None:
        """Remember what is not recorded."""
        self.hushed[node, event_type] = None
