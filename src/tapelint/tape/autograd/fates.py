"""What has become of histories that were kept: known when all was executed."""

from __future__ import annotations

from collections.abc import Iterable

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape import events
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.machine.machine import Machine

_MOST_BEHIND = 200
"""How many operations behind a value are asked for a backward."""


class Fates:
    """Tells what has become of histories that were kept."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._handed_on: set[GraphNode] | None = None
        self._given_back: set[GraphNode] | None = None

    def told(self, event: events.Event) -> events.Event:
        """The event with what has become of what it tells."""
        if not isinstance(event, events.HistoryKept):
            return event
        trained = self._machine.trained
        after, is_trained = event.after, event.is_trained
        if after is None:
            later = self._passing(event.terms)
            is_trained = is_trained or later is not None
            after = later if later is not None and _follows(later, event) else None
        is_emptied = not self._machine.emptied.isdisjoint(event.containers)
        spent = trained.get(event.made) if event.made is not None else None
        if event.made is None and event.after is None and not self._is_start(event.terms):
            spent = next((trained[each] for each in event.terms if each in trained), None)
        kept = _sums_behind(event.made) if event.made is not None else event.terms
        is_handed_on = spent is None and any(
            each in self.all_handed_on() or each in self._all_given_back() for each in kept
        )
        return replace(
            event,
            after=after,
            spent=spent,
            is_trained=is_trained,
            is_handed_on=is_handed_on,
            is_bounded=event.is_bounded or is_emptied,
        )

    def _is_start(self, terms: Iterable[GraphNode]) -> bool:
        return all(each in self._machine.started for each in terms)

    def _passing(self, terms: Iterable[GraphNode]) -> tree.Node | None:
        """A backward that passes a value, or what it was computed from."""
        trained = self._machine.trained
        pending = list(terms)
        seen = set(pending)
        while pending and len(seen) < _MOST_BEHIND:
            each = pending.pop()
            if each in trained:
                return trained[each]
            for inner in each.inputs:
                if inner not in seen and inner.kind is not NodeKind.LEAF:
                    seen.add(inner)
                    pending.append(inner)
        return None

    def all_handed_on(self) -> set[GraphNode]:
        """All operations behind what calls that are not known were given."""
        if self._handed_on is None:
            self._handed_on = _all_behind(self._machine.handed_on)
        return self._handed_on

    def _all_given_back(self) -> set[GraphNode]:
        """All operations behind what functions have given back: a network's result, or a part."""
        if self._given_back is None:
            self._given_back = _all_behind(self._machine.given_back)
        return self._given_back


def _sums_behind(made: GraphNode) -> list[GraphNode]:
    """A sum, and what it was in the rounds before: what a round computes with it goes on, too."""
    pending, seen = [made], {made}
    while pending:
        for inner in pending.pop().inputs:
            is_sum = inner.node is made.node and inner.kind is NodeKind.OPERATION
            if inner not in seen and (is_sum or inner.kind is NodeKind.JOIN):
                seen.add(inner)
                pending.append(inner)
    return [each for each in seen if each.kind is NodeKind.OPERATION]


def _all_behind(nodes: Iterable[GraphNode]) -> set[GraphNode]:
    pending = list(nodes)
    found = set(pending)
    while pending:
        for inner in pending.pop().inputs:
            if inner not in found:
                found.add(inner)
                pending.append(inner)
    return found


def _follows(later: tree.Node, event: events.HistoryKept) -> bool:
    """Whether a backward comes behind a statement in the same loop."""
    source = event.at.source
    if event.loop is None or source is None or later.source is not event.loop.source:
        return False
    is_in_loop = any(each is later for each in walk(event.loop))
    return is_in_loop and source.line(later) > source.line(event.call or event.at)
