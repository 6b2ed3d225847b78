"""Verdicts as tables, for the terminal and for the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .first_readings import FirstReading, Reading, table_of_first_readings, table_of_readings
from .record import VERDICTS, Entry

PAGE = Path(__file__).parents[2] / "docs/ecosystem.md"
BEGIN, END = "<!-- begin: python -m tests.ecosystem --page -->", "<!-- end -->"


def table_by_rule(entries: Iterable[Entry]) -> Iterator[str]:
    """The findings and verdicts of each rule, as a table in Markdown."""
    return _table("rule", [(entry.place.code, entry.verdict) for entry in entries])


def table_by_package(entries: Iterable[Entry]) -> Iterator[str]:
    """The findings and verdicts of each package, as a table in Markdown."""
    return _table(
        "package",
        [(f"{entry.place.package} {entry.place.version}", entry.verdict) for entry in entries],
    )


def _table(heading: str, verdicts: Sequence[tuple[str, str]]) -> Iterator[str]:
    counts = Counter(verdicts)
    names = sorted({name for name, _ in verdicts})
    yield f"| {heading} | findings | {' | '.join(VERDICTS)} | precision |"
    yield "|---|" + "--:|" * (len(VERDICTS) + 2)
    for name in names:
        yield _row(name, [counts[name, verdict] for verdict in VERDICTS])
    yield _row("all", [sum(counts[name, verdict] for name in names) for verdict in VERDICTS])


def _row(name: str, numbers: list[int]) -> str:
    by_verdict = dict(zip(VERDICTS, numbers, strict=True))
    judged = by_verdict["right"] + by_verdict["wrong"]
    precision = f"{100 * by_verdict['right'] / judged:.1f} %" if judged else ""
    cells = [name, str(sum(numbers)), *map(str, numbers), precision]
    return f"| {' | '.join(cells)} |"


def page_with_tables(
    page: str,
    entries: Sequence[Entry],
    readings: Sequence[Reading],
    found: Sequence[FirstReading],
) -> str:
    """The text of the page with its tables as the record has them."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    parts = [
        *("## Readings of new code", "", *table_of_readings(readings, found), ""),
        *("## New code, by rule", "", *table_of_first_readings(readings, found), ""),
        *("## By rule", "", *table_by_rule(entries), ""),
        *("## By package", "", *table_by_package(entries), ""),
        *("## Wrong, and why the tape could not know", "", *_listed(entries, "wrong"), ""),
        *("## Open", "", *_listed(entries, "open")),
    ]
    return "\n".join([f"{before}{BEGIN}", "", *parts, "", f"{END}{after}"])


def _listed(entries: Sequence[Entry], verdict: str) -> Iterator[str]:
    wanted = [entry for entry in entries if entry.verdict == verdict]
    if not wanted:
        yield "None."
        return
    yield "| finding | reason |"
    yield "|---|---|"
    for entry in wanted:
        place = entry.place
        where = f"`{place.path}:{place.line}`"
        yield f"| {place.code}, {place.package} {place.version}, {where} | {entry.reason} |"
