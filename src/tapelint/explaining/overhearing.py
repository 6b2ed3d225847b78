"""An execution that remembers where it has come by, and what it has kept to itself."""

from __future__ import annotations

from typing import Any

from tapelint.source import tree
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.driver import Parts
from tapelint.tape.events import Event
from tapelint.tape.interpreter.calls import Calls
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.interpreter.statements import Statements
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.project import Project


class _Overheard(Machine):
    """A machine that tells what it does not record."""

    def __init__(self, project: Project, ear: Ear) -> None:
        super().__init__(project)
        self._ear = ear

    def emit(
        self,
        event_type: type[Event],
        node: tree.Node,
        conditions: frozenset[Condition] = frozenset(),
        **facts: Any,
    ) -> None:
        """Record an event, or remember that it is not recorded."""
        known = len(self.events)
        super().emit(event_type, node, conditions, **facts)
        if len(self.events) == known:
            self._ear.hushed[node, event_type] = None


class _Followed(Statements):
    """Statements that remember that they were executed."""

    def __init__(
        self,
        machine: Machine,
        expressions: Expressions,
        calls: Calls,
        executed: set[tree.Node],
    ) -> None:
        super().__init__(machine, expressions, calls)
        self._executed = executed

    def execute(self, node: tree.Node) -> None:
        """Execute one statement."""
        self._executed.add(node)
        super().execute(node)


class Ear:
    """What is remembered of an execution.

    Attributes:
        executed: The statements that it has come by.
        hushed: What it has not recorded: an error is expected there, or it was only tried.
    """

    def __init__(self) -> None:
        self.executed: set[tree.Node] = set()
        self.hushed: dict[tuple[tree.Node, type[Event]], None] = {}

    @property
    def parts(self) -> Parts:
        """What a file is executed with, so that this remembers it."""
        return Parts(
            machine=lambda project: _Overheard(project, self),
            statements=lambda machine, expressions, calls: _Followed(
                machine, expressions, calls, self.executed
            ),
        )
