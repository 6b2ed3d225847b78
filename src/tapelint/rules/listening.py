"""Hearing events, and saying of each one that is not reported why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tapelint.rules.alternatives import Choices
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.assumptions import Assumed, Sign

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.rules.report import Report
    from tapelint.source import tree
    from tapelint.tape.domain.assumptions import Assumption
    from tapelint.tape.events import Event

Verdict: TypeAlias = "Sequence[Assumption] | Reason"
"""What a report rests on, which is nothing where it is certain; or why there is none."""


_MEANT_TO_RECORD = (Assumed.RECORDING.id, Sign.ROLE.id)
"""What is assumed of a function whose name alone says that it trains."""


@dataclass(frozen=True)
class Dismissal:
    """What a rule has seen and does not report.

    Attributes:
        node: The place.
        reason: Why it is not reported.
        names: What the reason names: the codes of rules, or a comment.
        event: What the rule has heard; ``None`` where it was told once all events were seen.
        report: The report that is dropped, if there was one.
        assumptions: What a report would rest on.
    """

    node: tree.Node
    reason: Reason
    names: tuple[str, ...] = ()
    event: Event | None = None
    report: Report | None = None
    assumptions: tuple[Assumption, ...] = ()


class Listener:
    """Hears events one by one.

    Attributes:
        dismissed: What it has dismissed; ``None``, as usual, where nobody asks.
        hunts: Whether it also reports what rests on assumptions that nothing speaks for.
    """

    dismissed: list[Dismissal] | None = None
    hunts: bool = False

    def __init__(self) -> None:
        self._choices: Choices = frozenset()
        self._caller: tree.Node | None = None
        self._via: tuple[tree.Node, ...] = ()
        self._heard: Event | None = None
        self._now: Event | None = None
        self._doubts: tuple[Assumption, ...] = ()

    def hear(self, event: Event, visit: Callable[[Event], None]) -> None:
        """Visit an event; what is reported meanwhile needs the alternatives that it needs."""
        self._choices, self._heard, self._now = event.choices, event, event
        self._caller, self._via, self._doubts = event.caller, event.via, ()
        visit(event)
        self._doubts = ()
        self._choices, self._now, self._caller, self._via = frozenset(), None, None, ()

    def dismiss(self, event: Event, reason: Reason, *names: str) -> None:
        """Say why an event makes no report; ``names`` are the codes of rules that look at it."""
        if self.dismissed is not None:
            self.dismissed.append(Dismissal(event.at, reason, names, event))

    def assumes(self, event: Event, reason: Reason, *assumptions: Assumption) -> bool:
        """Whether to go on over a doubt: then what is reported of the event rests on it.

        Usually not, and the event is dismissed for a reason.
        """
        if not self._goes_on(assumptions):
            if self.dismissed is not None:
                dismissal = Dismissal(event.at, reason, (), event, assumptions=assumptions)
                self.dismissed.append(dismissal)
            return False
        self._doubts = (*self._doubts, *assumptions)
        return True

    def doubted(self, reason: Reason, *assumptions: Assumption) -> Verdict:
        """The same where a verdict is given later: what a report rests on, or why there is none."""
        return assumptions if self._goes_on(assumptions) else reason

    def _goes_on(self, assumptions: Sequence[Assumption]) -> bool:
        """Whether a doubt is no reason for silence: a function is there to be trained in."""
        by_role = all(each.key == _MEANT_TO_RECORD for each in assumptions)
        return bool(assumptions) and (self.hunts or by_role)

    def withdraw(self, report: Report, reason: Reason, *names: str) -> None:
        """Say why a report is dropped once all reports are known."""
        if self.dismissed is not None:
            self.dismissed.append(Dismissal(report.node, reason, names, report=report))

    def _at(self, place: tree.Node | cst.CSTNode) -> tree.Node:
        """Our node for a place that may be named by libcst's."""
        source = self._heard.at.source if self._heard is not None else None
        found: tree.Node = place if source is None else source.ours(place)  # type: ignore[assignment]
        return found
