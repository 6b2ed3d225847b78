"""What the graph has saved, and what backwards have freed, on every path."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape.definite.doubts import Doubts
from tapelint.tape.domain.domains import FREED, SURELY_FREED, SURELY_SAVED
from tapelint.tape.domain.graph_nodes import Freed, GraphNode, NodeKind, Saved
from tapelint.tape.machine.machine import Machine

_OWN = frozenset({NodeKind.OPERATION})


class Backwards:
    """Remembers which backwards have run for sure, and what they reach on every path."""

    def __init__(self, machine: Machine, doubts: Doubts) -> None:
        self.machine, self.doubts = machine, doubts
        self._reached: dict[tree.Node, set[GraphNode]] = {}
        self._marks: set[Freed] = set()
        self._has_differentiated = False
        # Nothing is sure where one path alone says so: each path has to say something.
        machine.state.set_fact(SURELY_SAVED, None, frozenset())
        machine.state.set_fact(SURELY_FREED, None, frozenset())

    def saved(self, saved: Saved) -> None:
        """The graph keeps a tensor, on this path."""
        state = self.machine.state
        state.set_fact(SURELY_SAVED, None, state.fact(SURELY_SAVED) | {saved})

    def is_saved(self, saved: Saved) -> bool:
        """Whether all paths that lead here have come by the operation that saves it."""
        return saved in self.machine.state.fact(SURELY_SAVED)

    def begin(self, roots: Sequence[GraphNode], node: tree.Node) -> None:
        """A backward begins: remember which operations it reaches on every path."""
        self._has_differentiated = True
        reached = self._reached.setdefault(node, set())
        pending = list(roots) if len(roots) == 1 else []
        while pending:
            each = pending.pop()
            if each in reached or each.kind not in _OWN or not each.is_certain:
                continue
            self.machine.spend()
            reached.add(each)
            pending.extend(each.inputs)

    def end_statement(self) -> None:
        """After a statement: the backwards in it have happened for sure, on this path."""
        if not self._has_differentiated:
            return
        self._has_differentiated = False
        state = self.machine.state
        found = {
            mark
            for key, marks in state.cells.items()
            if isinstance(key, tuple) and key[0] is FREED
            for mark in marks
            if mark not in self._marks and mark.is_certain
        }
        self._marks |= found
        state.set_fact(SURELY_FREED, None, state.fact(SURELY_FREED) | found)

    def freed_by(self, graph: GraphNode) -> Freed | None:
        """The backward that has freed what an operation kept, on every path that leads here."""
        machine = self.machine
        sure = machine.state.fact(SURELY_FREED)
        is_sure = graph.frees and graph not in self.doubts.unsure
        for mark in machine.freed(graph) if is_sure else ():
            is_met = mark in sure and mark.era == machine.era
            if is_met and graph in self._reached.get(mark.node, ()):
                return mark
        return None
