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

from .errors import EcosystemError
from .record import Entry

FIRST_READINGS = Path(__file__).with_name("first_readings.csv")
VERDICTS_OF_RULES = Path(__file__).parents[2] / "rules/verdicts.json"
"""What ``tapelint rule`` and the site say of each rule's findings."""

_JUDGED = ("right", "wrong", "open")
_COLUMNS = ["source", "path", "line", "code", "confidence", "verdict", "reason"]


@dataclass(frozen=True, order=True)
class FirstReading:
    """A finding in code that nobody had read, and the verdict on it.

    Attributes:
        source: The repository on GitHub, or the package with its version.
        path: The file; of a notebook, with the cell.
        line: The line, of the file or of the cell.
        code: The rule.
        confidence: ``certain`` or ``likely``.
        verdict: ``right``, ``wrong`` or ``open``, when it was first read.
        reason: Why, in a few words.
    """

    source: str
    path: str
    line: int
    code: str
    confidence: str
    verdict: str
    reason: str


def read_first_readings(path: Path = FIRST_READINGS) -> list[FirstReading]:
    """The first readings.

    Raises:
        EcosystemError: The file is not well-formed.
    """
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    if not rows or rows[0] != _COLUMNS:
        raise EcosystemError(f"{path}: the first line is not {','.join(_COLUMNS)}")
    found = [_reading(row, f"{path}:{number}") for number, row in enumerate(rows[1:], 2)]
    if found != sorted(set(found)):
        raise EcosystemError(f"{path}: not sorted, or a finding is there twice")
    return found


def _reading(row: list[str], where: str) -> FirstReading:
    if len(row) != len(_COLUMNS) or not row[2].isdecimal() or row[5] not in _JUDGED:
        raise EcosystemError(f"{where}: not {','.join(_COLUMNS)}")
    source, path, line, code, confidence, verdict, reason = row
    return FirstReading(source, path, int(line), code, confidence, verdict, reason)


def table_of_first_readings(readings: Iterable[FirstReading]) -> Iterator[str]:
    """The verdicts by rule and confidence, as a table in Markdown."""
    counts = Counter((each.code, each.confidence, each.verdict) for each in readings)
    yield f"| rule | confidence | {' | '.join(_JUDGED)} |"
    yield "|---|---|" + "--:|" * len(_JUDGED)
    for code, confidence in sorted({key[:2] for key in counts}):
        numbers = [str(counts[code, confidence, verdict]) for verdict in _JUDGED]
        yield f"| {' | '.join([code, confidence, *numbers])} |"
    for name, chosen in (("beside TAP302", {"certain", "likely"}), *_by_confidence()):
        numbers = [
            str(
                sum(
                    n
                    for (c, k, v), n in counts.items()
                    if c != "TAP302" and k in chosen and v == verdict
                )
            )
            for verdict in _JUDGED
        ]
        yield f"| {name} | {', '.join(sorted(chosen))} | {' | '.join(numbers)} |"


def _by_confidence() -> list[tuple[str, set[str]]]:
    return [("beside TAP302", {each}) for each in ("certain", "likely")]


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
