"""The recall by rule, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from .scoring import Result

PAGE = Path(__file__).parents[2] / "docs/ecosystem.md"
BEGIN, END = "<!-- begin: python -m tests.planted --page -->", "<!-- end -->"


def rows(results: Sequence[Result]) -> Iterator[tuple[str, int, int, int, int]]:
    """Of each rule and of all: how many were planted, and found; certainly and likely."""
    codes = sorted({result.case.rule for result in results})
    for code in codes:
        yield _row(code, [result for result in results if result.case.rule == code])
    yield _row("all", results)


def table(results: Sequence[Result]) -> Iterator[str]:
    """The recall by rule, as a table in Markdown."""
    yield "| rule | planted | found | certain | likely |"
    yield "|---|--:|--:|--:|--:|"
    for row in rows(results):
        yield f"| {' | '.join(map(str, row))} |"


def missed(results: Sequence[Result]) -> Iterator[str]:
    """A line for each mistake that was not found, with what was reported elsewhere."""
    for result in results:
        if result.found is None:
            yield f"{result.case}{_elsewhere(result)}"


def beside(results: Sequence[Result]) -> Iterator[str]:
    """A line for each mistake that was found and brought other reports, too."""
    for result in results:
        if result.found is not None and result.elsewhere:
            yield f"{result.case}{_elsewhere(result)}"


def page_with_table(page: str, results: Sequence[Result]) -> str:
    """The text of the page with the table of these results."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([f"{before}{BEGIN}", "", *table(results), "", f"{END}{after}"])


def _elsewhere(result: Result) -> str:
    if not result.elsewhere:
        return ""
    return f"; new: {', '.join(f'{each.code}:{each.line}' for each in result.elsewhere)}"


def _row(name: str, results: Sequence[Result]) -> tuple[str, int, int, int, int]:
    found = [result.found for result in results if result.found is not None]
    certain = sum(report.confidence == "certain" for report in found)
    return name, len(results), len(found), certain, len(found) - certain
