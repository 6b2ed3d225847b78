"""Showing the events of a tape to the rules, and collecting what they report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tapelint.findings import Confidence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Report

if TYPE_CHECKING:
    from tapelint.source import tree
    from tapelint.tape.events import Event


def visit(
    checkers: Sequence[Checker],
    events: Sequence[Event],
    placed: Callable[[Report], Report | None] = lambda report: report,
) -> list[Report]:
    """Show all events to all checkers and return what they report.

    Args:
        checkers: The rules.
        events: What happened.
        placed: Gives a report its place in the file at hand; ``None`` where it has none there.
    """
    listeners: dict[str, list[tuple[Checker, Callable[[Event], None]]]] = {}
    for event in events:
        name = event.visit
        if name not in listeners:
            listeners[name] = [
                (each, method)
                for each in checkers
                if (method := getattr(each, name, None)) is not None
            ]
        for checker, method in listeners[name]:
            checker.hear(event, method)
    reports = [(checker, report) for checker in checkers for report in checker.reports()]
    by_node: dict[tree.Node, list[Report]] = {}
    here: dict[tuple[Checker, tree.Node], tuple[Checker, Report, Report]] = {}
    for checker, report in reports:
        report_here = placed(report)
        if report_here is None:
            checker.withdraw(report, Reason.OTHER_FILE)
            continue
        known = here.get((checker, report.node))
        if known is None or _says_more(report, known[1]):
            here[checker, report.node] = checker, report, report_here
        by_node.setdefault(report.node, []).append(report)
    kept = []
    for checker, report, report_here in here.values():
        others = [other for node in report.unless for other in by_node.get(node, ())]
        codes = sorted({other.rule.code for other in others if _speaks_for(other, report)})
        if codes:
            checker.withdraw(report, Reason.OTHER_RULE, *codes)
        else:
            kept.append(report_here)
    return kept


def _says_more(one: Report, other: Report) -> bool:
    """Whether a report is known better than another one of the same place."""
    return one.rank < other.rank


def _speaks_for(other: Report, report: Report) -> bool:
    """Whether another rule's report stands for a report: not one that is more seldom shown."""
    is_hidden = other.confidence is Confidence.POSSIBLE
    return (
        other.rule is not report.rule
        and (not is_hidden or report.confidence is Confidence.POSSIBLE)
        and (other.rule.on_by_default or not report.rule.on_by_default)
    )
