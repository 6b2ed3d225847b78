"""The results as tables, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .environments import ROOT
from .linearity import TOO_MUCH, Growth, by_size, per_line
from .results import Result
from .rows import ROWS, Row

PAGE = ROOT / "docs" / "benchmark.md"
PICTURE = ROOT / "docs" / "pictures" / "benchmark.svg"
BEGIN, END = "<!-- begin: python -m tests.benchmark --page -->", "<!-- end -->"
_MOST_FLAGGED = 30
_BUSY = 0.5
"""From this load on, before a row, the machine was not idle."""


def is_met(row: Row, result: Result) -> bool:
    """Whether a row is at most what it may be."""
    return result.value is not None and result.value <= row.target


def number(value: float, unit: str) -> str:
    """A number as the table has it."""
    return f"{value:.3g} {unit}" if value < 1000 else f"{value:.0f} {unit}"


def line(row: Row, result: Result | None) -> str:
    """One line about a row, for the terminal."""
    allowed = f"at most {number(row.target, row.unit)}"
    if result is None:
        return f"{row.name:18} not measured yet ({allowed})"
    if result.value is None:
        return f"{row.name:18} failed: {result.error}"
    verdict = "met" if is_met(row, result) else "not met"
    value = number(result.value, row.unit)
    return f"{row.name:18} {value:>9}  {allowed:15}  {verdict:8} {result.details}"


def table(results: Mapping[str, Result]) -> Iterator[str]:
    """The table in Markdown."""
    yield "| row | what | measured | at most | met | the numbers behind it |"
    yield "|---|---|--:|--:|---|---|"
    for row in ROWS.values():
        result = results.get(row.name)
        measured, met, details = "", "", "not measured"
        if result is not None and result.value is None:
            details = f"failed: {result.error}".replace("|", "/").replace("\n", " ")
        elif result is not None and result.value is not None:
            measured = number(result.value, row.unit)
            met = "yes" if is_met(row, result) else "**no**"
            details = f"{result.details}; {runs(result.runs)}"
        target = number(row.target, row.unit)
        yield f"| `{row.name}` | {row.what} | {measured} | {target} | {met} | {details} |"


def runs(count: int) -> str:
    """How many runs, in words."""
    return "one run" if count == 1 else f"median of {count} runs"


def circumstances(results: Mapping[str, Result]) -> Iterator[str]:
    """On what each row was measured, and when."""
    yield "| row | on | date | revision | load before |"
    yield "|---|---|---|---|--:|"
    for name in ROWS:
        if (result := results.get(name)) is not None and result.value is not None:
            busy = " (busy)" if result.load > _BUSY else ""
            cells = (result.corpus or "a file of its own", result.date, f"`{result.revision}`")
            yield f"| `{name}` | {' | '.join(cells)} | {result.load:.1f}{busy} |"


def growth_section(growth: Growth) -> Iterator[str]:
    """What the picture shows, in numbers."""
    yield f"Measured on {growth.corpus}: {len(growth.files)} files that mention torch."
    yield ""
    for name, points in (("files", growth.files), ("functions", growth.functions)):
        yield f"| lines | {name} | median per line | 9 in 10 below |"
        yield "|---|--:|--:|--:|"
        for size, count, middle, most in by_size(points):
            yield f"| {size} | {count} | {microseconds(middle)} | {microseconds(most)} |"
        yield ""
    flagged = growth.flagged
    yield (
        f"{len(flagged)} of {len(growth.functions)} functions cost more than {TOO_MUCH:.0f} times "
        f"the median of {microseconds(per_line(growth.functions))} per line."
    )
    if flagged:
        shown = flagged[:_MOST_FLAGGED]
        yield f"The {len(shown)} that cost most:" if len(flagged) > len(shown) else "They are:"
        yield ""
        yield "| function | lines | time | per line |"
        yield "|---|--:|--:|--:|"
        for each in shown:
            time, share = f"{1e3 * each.seconds:.3g} ms", microseconds(each.per_line)
            yield f"| `{each.name}` | {each.lines} | {time} | {share} |"


def microseconds(number: float) -> str:
    """A short time as people write it."""
    return f"{1e6 * number:.0f} µs" if number >= 1e-4 else f"{1e6 * number:.3g} µs"


def page_with_results(
    page: str,
    results: Mapping[str, Result],
    growth: Growth | None,
    machine: str,
    tools: Mapping[str, Mapping[str, str]],
) -> str:
    """The text of the page with what was measured last."""
    drawn = growth_section(growth) if growth is not None else ["Not measured."]
    parts = [
        *("## The table", "", *table(results), ""),
        *("## The machine", "", f"{machine}.", "", *_versions(tools), ""),
        *circumstances(results),
        *("", "## Growth", ""),
        *("![CPU time against lines, for files and for functions](pictures/benchmark.svg)", ""),
        *drawn,
    ]
    return with_measured(page, parts)


def with_measured(page: str, lines: Iterable[str]) -> str:
    """A page with other lines in the part that is written by the command."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no {BEGIN} and {END}")
    return "\n".join([f"{before}{BEGIN}", "", *lines, "", f"{END}{after}"])


def _versions(tools: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    yield "| environment | holds |"
    yield "|---|---|"
    for name, versions in tools.items():
        hidden = {"pip", "setuptools"}
        held = [f"{each} {versions[each]}" for each in sorted(versions) if each not in hidden]
        yield f"| {name} | {', '.join(held)} |"
