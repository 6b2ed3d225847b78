"""What all rules share: metadata, and reporting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from tapelint.findings import Consequence
from tapelint.rules.alternatives import Choices, hold_for_all
from tapelint.rules.listening import Dismissal, Listener
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Report, SourceText, Step
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.editing.changes import NodeFixes
    from tapelint.source import tree

_Key = tuple["tree.Node", bool]  # the place, and whether it takes a caller in another file


class Checker(Listener):
    """A visitor of the tape's events.

    A subclass defines a ``visit_<event>`` method for each event that it wants to hear of (the
    names stand in :mod:`tapelint.tape.events`). Of each it makes a report, or says why it does not
    (``dismiss``). Where another rule reports a place, it may ``leave`` it to that rule, before or
    after reporting it itself.

    Attributes:
        code: ``TAPnnn``.
        name: The rule's name; "allow <name>" must read well.
        summary: What it reports, in one line.
        needs: What must be seen for a report; read behind "it needs".
        has_moved: Whether its events come from the core, by :mod:`tapelint.analyses`.
        on_by_default: Whether it runs without being selected.
        triggers: Words of which a file must hold one for the rule to fire.
        serious: What a function must hold, or one that it may call, for the rule to find anything
            in it: a ``name``, a ``called(``, an ``.attribute``, a ``keyword=``, a form of change;
            with a ``*`` before it, any that ends so. ``None`` for any that has a trigger in it.
        safe_fix: What its safe fix writes; "" without one.
        why_safe: Why that keeps what the program computes, or is safe all the same.
        unsafe_fix: What its unsafe fix writes; "" without one.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    needs: ClassVar[str]
    has_moved: ClassVar[bool] = False
    on_by_default: ClassVar[bool] = True
    triggers: ClassVar[tuple[str, ...]]
    serious: ClassVar[tuple[str, ...] | None] = None
    safe_fix: ClassVar[str] = ""
    why_safe: ClassVar[str] = ""
    unsafe_fix: ClassVar[str] = ""

    @classmethod
    def serious_triggers(cls) -> tuple[str, ...]:
        """What the tape looks for in functions on behalf of the rule."""
        return tuple(f"*{each}*" for each in cls.triggers) if cls.serious is None else cls.serious

    def __init__(self, text: SourceText) -> None:
        super().__init__()
        self.text = text
        self._reports: dict[_Key, Report] = {}
        self._left: dict[tree.Node, bool] = {}
        self._needs: dict[_Key, list[Choices]] = {}

    def spelled(self, node: tree.Node) -> str:
        """The text of a node for what its names tell: without libcst, and the node's brackets."""
        source = node.source
        try:
            return source.code(node, exactly=False) if source is not None else ""
        except RecursionError:
            return "..."

    def report(
        self,
        place: tree.Node | cst.CSTNode,
        message: str,
        consequence: Consequence,
        assumed: Sequence[Assumption] = (),
        because: Sequence[Step] = (),
        unless: Sequence[tree.Node] = (),
        fix: NodeFixes | None = None,
        choices: Choices | None = None,
    ) -> None:
        """Report a finding, once for each place; the one that is known best wins.

        It is certain where nothing is ``assumed``. What holds for one of several alternatives
        alone assumes that one; what holds for each of them, by whatever event, does not.
        ``choices`` are the alternatives that it needs, if they are not those of the event that is
        being visited.

        The place is the event's own ``at``, or a libcst node that was found from its ``node``.
        Where another rule reports one of the places ``unless``, this report is dropped: it is
        what follows from that one. ``fix`` gives the fixes, the best first. It is asked once all
        events were seen, so that what else happens at the place can speak against one.
        """
        node = self._at(place)
        key = (node, self._caller is not None)
        assumed = tuple(dict.fromkeys((*assumed, *self._doubts)))
        if not assumed:
            needs = self._needs.setdefault(key, [])
            needs.append(self._choices if choices is None else choices)
            if not hold_for_all(needs):
                assumed = (Assumption(Assumed.WAY, Sign.PATH),)
        trail = tuple(because), tuple(unless)
        calls = self._caller, self._via
        report = Report(type(self), node, message, consequence, assumed, *trail, fix, *calls)
        known = self._reports.get(key)
        if known is None or report.rank < known.rank:
            self._reports[key] = report

    def leave(
        self,
        place: tree.Node | cst.CSTNode,
        reason: Reason,
        *names: str,
        if_likely: bool = False,
    ) -> None:
        """Leave a place to another rule, or to nobody; or only what rests on assumptions."""
        node = self._at(place)
        if self.dismissed is not None:
            self.dismissed.append(Dismissal(node, reason, names, self._now))
        self._left[node] = if_likely and self._left.get(node, True)

    def reports(self) -> list[Report]:
        """What there is to report, once all events were seen."""
        kept = []
        for (node, _), each in self._reports.items():
            if node not in self._left or (self._left[node] and not each.assumed):
                kept.append(each)
        return kept
