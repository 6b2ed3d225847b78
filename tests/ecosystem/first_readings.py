"""First readings: what a rule said of code that nobody here had read when it was linted.

The record of packages is read again and again, and its causes are fixed: it says whether something
broke. This says how often tapelint is right about the next stranger's code.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tapelint.rules import all_rules

from .errors import EcosystemError
from .record import Entry

FIRST_READINGS = Path(__file__).with_name("first_readings.csv")
VERDICTS_OF_RULES = Path(__file__).parents[2] / "rules/verdicts.json"
"""What ``tapelint rule`` and the site say of each rule's findings."""

READINGS = Path(__file__).with_name("readings.csv")
"""When, and of how much code."""
READ_PROJECTS = Path(__file__).with_name("read_projects.csv")
"""The projects that somebody here has opened, as far as it is known, for whichever purpose."""
CANDIDATES = 0
"""The reading of files that a text search chose, since they could hold what a new rule reports."""

_JUDGED = ("right", "wrong", "open")
_COLUMNS = ["reading", "source", "path", "line", "code", "confidence", "verdict", "reason"]


@dataclass(frozen=True, order=True)
class FirstReading:
    """A finding in code that nobody had read, and the verdict on it.

    Attributes:
        reading: Which reading it is from, counted from 1; ``CANDIDATES`` for none of them.
        source: The repository on GitHub, or the package with its version.
        path: The file; of a notebook, with the cell.
        line: The line, of the file or of the cell.
        code: The rule.
        confidence: ``certain`` or ``likely``.
        verdict: ``right``, ``wrong`` or ``open``, when it was first read.
        reason: Why, in a few words.
    """

    reading: int
    source: str
    path: str
    line: int
    code: str
    confidence: str
    verdict: str
    reason: str


@dataclass(frozen=True)
class Reading:
    """A reading: code that was linted once, and whose findings were all read.

    Attributes:
        number: Which one, counted from 1.
        date: When, as in ISO 8601.
        projects: How many repositories and packages.
        files: How many Python files and notebooks.
        lines: How many lines, roughly.
    """

    number: int
    date: str
    projects: int
    files: int
    lines: int


def read_first_readings(path: Path = FIRST_READINGS) -> list[FirstReading]:
    """The first readings.

    Raises:
        EcosystemError: The file is not well-formed.
    """
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    if not rows or rows[0] != _COLUMNS:
        raise EcosystemError(f"{path}: the first line is not {','.join(_COLUMNS)}")
    found = [_finding(row, f"{path}:{number}") for number, row in enumerate(rows[1:], 2)]
    if found != sorted(set(found)):
        raise EcosystemError(f"{path}: not sorted, or a finding is there twice")
    return found


def _finding(row: list[str], where: str) -> FirstReading:
    is_whole = len(row) == len(_COLUMNS) and row[0].isdecimal() and row[3].isdecimal()
    if not is_whole or row[6] not in _JUDGED:
        raise EcosystemError(f"{where}: not {','.join(_COLUMNS)}")
    reading, source, path, line, code, confidence, verdict, reason = row
    return FirstReading(int(reading), source, path, int(line), code, confidence, verdict, reason)


def read_readings(path: Path = READINGS) -> list[Reading]:
    """The readings, the first one first."""
    with path.open(encoding="utf-8") as lines:
        return [
            Reading(
                int(row["reading"]),
                row["date"],
                int(row["projects"]),
                int(row["files"]),
                int(row["lines"]),
            )
            for row in csv.DictReader(lines)
        ]


def table_of_readings(readings: Iterable[Reading], found: Iterable[FirstReading]) -> Iterator[str]:
    """What each reading came to, beside TAP302 and the rules that are off by default."""
    on = {code for code, rule in all_rules().items() if rule.on_by_default and code != "TAP302"}
    counts = Counter(
        (each.reading, each.confidence, each.verdict) for each in found if each.code in on
    )
    yield "| reading | date | projects | files | lines | right | wrong | certain | likely |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|"
    for each in readings:
        by_confidence = {
            confidence: [counts[each.number, confidence, verdict] for verdict in _JUDGED[:2]]
            for confidence in ("certain", "likely")
        }
        right, wrong = map(sum, zip(*by_confidence.values(), strict=True))
        shares = [_share(*numbers) for numbers in by_confidence.values()]
        size = [f"{each.projects:,}", f"{each.files:,}", f"{each.lines:,}"]
        cells = [str(each.number), each.date, *size, str(right), str(wrong), *shares]
        yield f"| {' | '.join(cells)} |"


def _share(right: int, wrong: int) -> str:
    return f"{100 * right / (right + wrong):.0f} %" if right + wrong else ""


def table_of_first_readings(
    readings: Iterable[Reading], found: Iterable[FirstReading]
) -> Iterator[str]:
    """The verdicts on each rule, in the last reading and in all code that was read first."""
    last = max(each.number for each in readings)
    counts = Counter[tuple[str, str, str]]()
    for each in found:
        counts[each.code, "all", each.verdict] += 1
        if each.reading == last:
            counts[each.code, "last", each.verdict] += 1
    yield "| rule | default | last reading: right | wrong | open | all: right | wrong | open |"
    yield "|---|---|" + "--:|" * 6
    for code in sorted({key[0] for key in counts}):
        default = "on" if all_rules()[code].on_by_default else "off"
        numbers = [str(counts[code, when, each]) for when in ("last", "all") for each in _JUDGED]
        yield f"| {' | '.join([code, default, *numbers])} |"


def verdicts_of_rules(entries: Iterable[Entry], readings: Iterable[FirstReading]) -> str:
    """The verdicts on each rule's findings, as the JSON that ships with the rule book."""
    packages = Counter((entry.place.code, entry.verdict) for entry in entries)
    first = Counter((each.code, each.verdict) for each in readings)
    codes = sorted({code for code, _ in (*packages, *first)})
    told = {
        code: {
            name: {verdict: counts[code, verdict] for verdict in _JUDGED}
            for name, counts in (("packages", packages), ("first_readings", first))
        }
        for code in codes
    }
    return json.dumps(told, indent=2) + "\n"
