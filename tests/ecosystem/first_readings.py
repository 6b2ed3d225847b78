"""First readings: what a rule said of code that nobody here had read when it was linted.

The record of packages is read again and again, and its causes are fixed: it says whether something
broke. This says how often tapelint is right about the next stranger's code.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tapelint.rules import all_rules

from .errors import EcosystemError

FIRST_READINGS = Path(__file__).with_name("first_readings.csv")
READINGS = Path(__file__).with_name("readings.csv")
"""When, and of how much code."""
READ_PROJECTS = Path(__file__).with_name("read_projects.csv")
"""The projects that somebody here has opened, as far as it is known, for whichever purpose."""
CANDIDATES = 0
"""The reading of files that a text search chose, since they could hold what a new rule reports."""

JUDGED = ("right", "wrong", "open")
CONFIDENCES = ("certain", "likely")
_LAST = 5
"""Of so many readings the last word is said of what is certain."""
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
    if not is_whole or row[6] not in JUDGED:
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


def right_by_confidence(
    readings: Iterable[Reading], found: Iterable[FirstReading]
) -> dict[int, dict[str, tuple[int, int]]]:
    """How many were right and wrong, by reading and confidence.

    Only of the rules that are on by default, and beside TAP302.
    """
    on = {code for code, rule in all_rules().items() if rule.on_by_default and code != "TAP302"}
    counts = Counter(
        (each.reading, each.confidence, each.verdict) for each in found if each.code in on
    )
    return {
        each.number: {
            confidence: (
                counts[each.number, confidence, "right"],
                counts[each.number, confidence, "wrong"],
            )
            for confidence in CONFIDENCES
        }
        for each in readings
    }


def table_of_readings(readings: Iterable[Reading], found: Iterable[FirstReading]) -> Iterator[str]:
    """What each reading came to, beside TAP302 and the rules that are off by default."""
    readings = list(readings)
    by_reading = right_by_confidence(readings, found)
    yield "| reading | date | projects | files | lines | right | wrong | certain | likely |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|"
    for each in readings:
        right, wrong = map(sum, zip(*by_reading[each.number].values(), strict=True))
        shares = [_share(*numbers) for numbers in by_reading[each.number].values()]
        size = [f"{each.projects:,}", f"{each.files:,}", f"{each.lines:,}"]
        cells = [str(each.number), each.date, *size, str(right), str(wrong), *shares]
        yield f"| {' | '.join(cells)} |"


def certain_against_likely(
    readings: Sequence[Reading], found: Iterable[FirstReading]
) -> Iterator[str]:
    """In how many of the last readings *certain* was no better than *likely*, as a sentence."""
    by_reading = right_by_confidence(readings, found)
    last = [each.number for each in readings][-_LAST:]
    no_better = []
    for number in last:
        shares = [
            right / (right + wrong) if right + wrong else None
            for right, wrong in (by_reading[number][each] for each in CONFIDENCES)
        ]
        certain, likely = shares
        if certain is not None and likely is not None and certain <= likely:
            no_better.append(number)
    which = f" ({', '.join(map(str, no_better))})" if no_better else ""
    yield (
        f"*Certain* was no better than *likely* in {len(no_better)} of the last {len(last)} "
        f"readings{which}."
    )
    if 2 * len(no_better) > len(last):
        yield (
            "So `--min-confidence certain` shortens a report more than it cleans it: read a "
            "certain finding as critically as a likely one."
        )
    else:
        yield "So `--min-confidence certain` leaves out findings that are wrong more often."
    for name, numbers in (("these", last), ("all", [each.number for each in readings])):
        told = []
        for confidence in CONFIDENCES:
            counts = [by_reading[number][confidence] for number in numbers]
            right, wrong = (sum(each) for each in zip(*counts, strict=True))
            told.append(
                f"{right} of {right + wrong} {confidence} findings ({_share(right, wrong)})"
            )
        yield f"In {name} {len(numbers)} together, {' and '.join(told)} were right."


def _share(right: int, wrong: int) -> str:
    return f"{100 * right / (right + wrong):.0f} %" if right + wrong else ""
