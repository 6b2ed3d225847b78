"""Verdicts as tables, for the terminal and for the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .again import Again
from .first_readings import Reading, certain_against_likely, table_of_readings
from .record import VERDICTS, Entry
from .verdicts import table_of_first_readings, when_linted_again

PAGE = Path(__file__).parents[2] / "docs/ecosystem.md"
PAGE_OF_CONFIDENCES = PAGE.with_name("confidence-and-silence.md")
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
    found: Sequence[Again],
) -> str:
    """The text of the page with its tables as the record has them."""
    judged = [one.judged for one in found]
    parts = [
        *("## Readings of new code", "", *table_of_readings(readings, judged), ""),
        *(" ".join(certain_against_likely(readings, judged)), ""),
        *("## New code, by rule", "", when_linted_again(found), ""),
        *(*table_of_first_readings(readings, found), ""),
        *("## By rule", "", *table_by_rule(entries), ""),
        *("## By package", "", *table_by_package(entries), ""),
        *("## Wrong, and why the tape could not know", "", *_listed(entries, "wrong"), ""),
        *("## Open", "", *_listed(entries, "open")),
    ]
    return _with_made(page, parts)


def page_of_confidences(page: str, readings: Sequence[Reading], found: Sequence[Again]) -> str:
    """The text of the page on confidences with what the readings say of them."""
    return _with_made(
        page, [" ".join(certain_against_likely(readings, [one.judged for one in found]))]
    )


def _with_made(page: str, lines: Sequence[str]) -> str:
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no {BEGIN} and {END}")
    return "\n".join([f"{before}{BEGIN}", "", *lines, "", f"{END}{after}"])


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
