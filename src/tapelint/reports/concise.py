"""One line a finding: ``path:line:column: CODE message``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapelint.findings import Confidence, Finding, Reason
from tapelint.reports.results import Folded, Results
from tapelint.rules import all_rules


def render(results: Results) -> Iterator[str]:
    """The lines of the report."""
    for each in results.shown():
        first = first_of(each)
        yield f"{place(first)}: {first.code}{in_one_line(each, results)}"


def first_of(shown: Finding | Folded) -> Finding:
    """The finding whose place stands for what is shown."""
    return shown[0] if isinstance(shown, tuple) else shown


def place(finding: Finding) -> str:
    """Where a finding starts, as terminals and editors understand it."""
    cell = f":cell {finding.location.cell}" if finding.location.cell is not None else ""
    return f"{finding.path}{cell}:{finding.line}:{finding.column}"


def headline(finding: Finding, mark: str = "") -> str:
    """Code, name, message, and how it is known where it is not certain.

    Args:
        finding: The finding.
        mark: What stands behind the name.
    """
    is_certain = finding.confidence is Confidence.CERTAIN
    known = "" if is_certain else f" ({finding.confidence.value})"
    return f"{finding.code} [{finding.name}]{mark}{known} {finding.message}"


def marked(finding: Finding, results: Results) -> str:
    """What stands behind the code for people, who see what ``--fix`` would fix."""
    return headline(finding, _mark([finding], results)).removeprefix(finding.code)


def in_one_line(shown: Finding | Folded, results: Results) -> str:
    """What stands behind the code where a finding, or all of a rule in a file, are one line."""
    first = first_of(shown)
    if not isinstance(shown, tuple) or len(shown) == 1:
        return marked(first, results)
    summary = all_rules()[first.code].summary
    mark, count = _mark(shown, results), f"{len(shown)} times from here on (`--show legacy`)"
    return f" [{first.name}]{mark} {count}: {summary}"


def _mark(findings: Sequence[Finding], results: Results) -> str:
    return " [*]" if any(map(results.is_fixable, findings)) else ""


def said_elsewhere(finding: Finding) -> str:
    """What is said of a finding where code, file and line stand apart; it names a notebook's cell.

    The lines there are the file's, which say nothing to the readers of a notebook.
    """
    at = finding.location
    cell = f"cell {at.cell}:{at.line}:{at.column}: " if at.cell is not None else ""
    return cell + headline(finding).removeprefix(f"{finding.code} ")


def said_of_trail(finding: Finding) -> list[str]:
    """The steps of the trail, one line each, for formats that show no source."""
    return [f"{each.told_first} ({_line(each, finding)})" for each in finding.trail]


def _line(reason: Reason, finding: Finding) -> str:
    """A place of the trail; its cell or file is named where it is another."""
    at = reason.location
    if reason.path != finding.path:
        return f"{reason.path}, line {at.line}"
    return (
        f"line {at.line}" if at.cell == finding.location.cell else f"cell {at.cell}, line {at.line}"
    )
