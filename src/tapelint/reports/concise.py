"""One line a finding: ``path:line:column: CODE message``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapelint.findings import Confidence, Finding, Reason
from tapelint.reports.results import Results
from tapelint.rules import all_rules


def render(results: Results) -> Iterator[str]:
    """The lines of the report."""
    for finding in results.listed():
        yield f"{place(finding)}: {finding.code}{marked(finding, results)}"
    for findings in results.folded():
        yield f"{place(findings[0])}: {findings[0].code}{in_one_line(findings, results)}"


def place(finding: Finding) -> str:
    """Where a finding starts, as terminals and editors understand it."""
    cell = f":cell {finding.location.cell}" if finding.location.cell is not None else ""
    return f"{finding.path}{cell}:{finding.line}:{finding.column}"


def headline(finding: Finding) -> str:
    """Code, name, message, and how it is known where it is not certain."""
    is_certain = finding.confidence is Confidence.CERTAIN
    known = "" if is_certain else f" ({finding.confidence.value})"
    return f"{finding.code} [{finding.name}]{known} {finding.message}"


def marked(finding: Finding, results: Results) -> str:
    """What stands behind the code for people, who see what ``--fix`` would fix."""
    return _with_mark(headline(finding), finding, is_fixable=results.is_fixable(finding))


def in_one_line(findings: Sequence[Finding], results: Results) -> str:
    """What stands behind the code where all findings of a rule in a file are one line."""
    if len(findings) == 1:
        return marked(findings[0], results)
    first = findings[0]
    summary = all_rules()[first.code].summary
    said = f"{first.code} [{first.name}] {len(findings)} times from here on: {summary}"
    return _with_mark(said, first, is_fixable=any(map(results.is_fixable, findings)))


def _with_mark(said: str, finding: Finding, *, is_fixable: bool) -> str:
    rest = said.removeprefix(finding.code)
    name = f" [{finding.name}]"
    return f"{name} [*]{rest.removeprefix(name)}" if is_fixable else rest


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
