"""Hearing events, and saying of each one that is not reported why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapelint.rules.alternatives import Choices
from tapelint.rules.reasons import Reason

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.rules.report import Report
    from tapelint.source import tree
    from tapelint.tape.events import Event


@dataclass(frozen=True)
class Dismissal:
    """What a rule has seen and does not report.

    Attributes:
        node: The place.
        reason: Why it is not reported.
        names: What the reason names: the codes of rules, or a comment.
        event: What the rule has heard; ``None`` where it was told once all events were seen.
        report: The report that is dropped, if there was one.
    """

    node: tree.Node
    reason: Reason
    names: tuple[str, ...] = ()
    event: Event | None = None
    report: Report | None = None


class Listener:
    """Hears events one by one.

    Attributes:
        dismissed: What it has dismissed; ``None``, as usual, where nobody asks.
    """

    dismissed: list[Dismissal] | None = None

    def __init__(self) -> None:
        self._choices: Choices = frozenset()
        self._caller: tree.Node | None = None
        self._heard: Event | None = None
        self._now: Event | None = None

    def hear(self, event: Event, visit: Callable[[Event], None]) -> None:
        """Visit an event; what is reported meanwhile needs the alternatives that it needs."""
        self._choices, self._heard, self._now = event.choices, event, event
        self._caller = event.caller
        visit(event)
        self._choices, self._now, self._caller = frozenset(), None, None

    def dismiss(self, event: Event, reason: Reason, *names: str) -> None:
        """Say why an event makes no report; ``names`` are the codes of rules that look at it."""
        if self.dismissed is not None:
            self.dismissed.append(Dismissal(event.at, reason, names, event))

    def withdraw(self, report: Report, reason: Reason, *names: str) -> None:
        """Say why a report is dropped once all reports are known."""
        if self.dismissed is not None:
            self.dismissed.append(Dismissal(report.node, reason, names, report=report))

    def _at(self, place: tree.Node | cst.CSTNode) -> tree.Node:
        """Our node for a place that may be named by libcst's."""
        source = self._heard.at.source if self._heard is not None else None
        found: tree.Node = place if source is None else source.ours(place)  # type: ignore[assignment]
        return found
