"""The recall by rule, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from .scoring import Result

PAGE = Path(__file__).parents[2] / "docs/ecosystem.md"
BEGIN, END = "<!-- begin: python -m tests.planted --page -->", "<!-- end -->"


Row = tuple[str, int, int, int, int]
"""A rule, how many mistakes were planted, and found; how many of these certainly, and likely."""


def rows(results: Sequence[Result]) -> list[Row]:
    """A row for each rule."""
    codes = sorted({result.case.rule for result in results})
    return [_row(code, [each for each in results if each.case.rule == code]) for code in codes]


def table(rules: Sequence[Row]) -> Iterator[str]:
    """The recall by rule and of all, as a table in Markdown."""
    yield "| rule | planted | found | certain | likely |"
    yield "|---|--:|--:|--:|--:|"
    sums = [sum(int(row[column]) for row in rules) for column in range(1, 5)]
    for row in (*rules, ("all", *sums)):
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
    """The text of the page with the rows of these results; those of other rules stay."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    by_rule = {row[0]: row for row in (*rows_of_page(page), *rows(results))}
    lines = table([by_rule[code] for code in sorted(by_rule)])
    return "\n".join([f"{before}{BEGIN}", "", *lines, "", f"{END}{after}"])


def rows_of_page(page: str) -> Iterator[Row]:
    """The rows of rules that the page has."""
    for line in page.partition(BEGIN)[2].partition(END)[0].splitlines():
        cells = line.strip("| ").split(" | ")
        if line.startswith("| TAP") and len(cells) == 5:
            code, (planted, found, certain, likely) = cells[0], map(int, cells[1:])
            yield code, planted, found, certain, likely


def _elsewhere(result: Result) -> str:
    if not result.elsewhere:
        return ""
    return f"; new: {', '.join(f'{each.code}:{each.line}' for each in result.elsewhere)}"


def _row(name: str, results: Sequence[Result]) -> Row:
    found = [result.found for result in results if result.found is not None]
    certain = sum(report.confidence == "certain" for report in found)
    return name, len(results), len(found), certain, len(found) - certain
