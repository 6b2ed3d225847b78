"""The record: what was found in which package, and how it was judged. Facts only, no source."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import EcosystemError

RECORD = Path(__file__).with_name("findings.csv")
VERDICTS = ("right", "wrong", "open", "unread")
"""``open`` is what the sources do not decide; ``unread`` is what nobody has judged yet."""

_COLUMNS = ["package", "version", "path", "line", "code", "verdict", "reason"]


@dataclass(frozen=True, order=True)
class Place:
    """Where a rule reports something. What it reports twice on one line counts once."""

    package: str
    version: str
    path: str
    line: int
    code: str

    def __str__(self) -> str:
        return f"{self.package}-{self.version}/{self.path}:{self.line}: {self.code}"


@dataclass(frozen=True, order=True)
class Entry:
    """A finding and the verdict on it."""

    place: Place
    verdict: str = "unread"
    reason: str = ""


@dataclass(frozen=True)
class Comparison:
    """What a run has found beside what the record says, in the order of the places."""

    appeared: tuple[Place, ...]
    vanished: tuple[Entry, ...]
    entries: tuple[Entry, ...]
    """One for each finding of the run."""


def compare(record: Iterable[Entry], found: Collection[Place]) -> Comparison:
    """Compare what was found with the record of the same packages."""
    known = {entry.place: entry for entry in record}
    return Comparison(
        appeared=tuple(sorted(place for place in found if place not in known)),
        vanished=tuple(sorted(known[place] for place in known if place not in found)),
        entries=tuple(sorted(known.get(place, Entry(place)) for place in found)),
    )


def read_record(path: Path) -> list[Entry]:
    """The entries of a record.

    Raises:
        EcosystemError: The record cannot be read or is not well-formed.
    """
    try:
        rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    except OSError as error:
        raise EcosystemError(f"{path}: {error.strerror}") from None
    if not rows or rows[0] != _COLUMNS:
        raise EcosystemError(f"{path}: the first line is not {','.join(_COLUMNS)}")
    entries = [_entry(row, f"{path}:{number}") for number, row in enumerate(rows[1:], 2)]
    if (places := [entry.place for entry in entries]) != sorted(set(places)):
        raise EcosystemError(f"{path}: not sorted, or a finding is there twice; use --update")
    return entries


def _entry(row: Sequence[str], where: str) -> Entry:
    if len(row) != len(_COLUMNS) or not row[3].isdecimal():
        raise EcosystemError(f"{where}: not {','.join(_COLUMNS)}")
    package, version, path, line, code, verdict, reason = row
    if verdict not in VERDICTS:
        raise EcosystemError(f"{where}: {verdict!r} is no verdict; use {', '.join(VERDICTS)}")
    return Entry(Place(package, version, path, int(line), code), verdict, reason)


def write_record(entries: Iterable[Entry], path: Path) -> None:
    """Write a record, one line for each entry."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for entry in sorted(entries):
        place = entry.place
        where = [place.package, place.version, place.path, place.line, place.code]
        writer.writerow([*where, entry.verdict, entry.reason])
    path.write_text(text.getvalue(), encoding="utf-8")
