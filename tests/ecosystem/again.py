"""The first readings again: what the engine of today says where somebody has judged.

A reading's verdicts stay as they were given. This says which of them would be given today: a fix
may have made a wrong report vanish, and a right one with it. What came out is kept as data beside
the readings, since not everybody can fetch what was read.
"""

from __future__ import annotations

import concurrent.futures
import csv
import io
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tapelint import Settings, lint_file
from tapelint.rules import all_rules

from .errors import EcosystemError
from .fetching import in_wheel, write_sources
from .first_readings import FirstReading
from .linting import ENDINGS

LINTED_AGAIN = Path(__file__).with_name("linted_again.csv")
"""What is reported today at the places of the first readings, as far as they were linted again."""

STILL, GONE, UNAVAILABLE = "still", "gone", "unavailable"
OTHER = "other"
"""The place is reported, for another reason that is right, as a reader found: written by hand."""
_COLUMNS = ["reading", "source", "path", "line", "code", "outcome", "confidence", "revision"]
_CELL = re.compile(r"(.*)[:#]cell(\d+)$")


@dataclass(frozen=True)
class Again:
    """A judged place, and whether it is reported today.

    Attributes:
        judged: The place, with its verdict.
        outcome: ``STILL``, ``GONE`` or ``OTHER``; ``UNAVAILABLE`` if the source lacks the file or
            the line.
        confidence: Of today's report; empty without one.
        revision: Of tapelint, when it was linted again; empty if that is now.
    """

    judged: FirstReading
    outcome: str
    confidence: str = ""
    revision: str = ""

    def __str__(self) -> str:
        each = self.judged
        return f"{each.source}/{each.path}:{each.line}: {each.code} {self.confidence}".rstrip()


def look_again(
    judged: Iterable[FirstReading], folders: Sequence[Path], cache: Path, processes: int
) -> list[Again]:
    """Lint the files of all judged places anew, as far as their sources are in the folders.

    Args:
        judged: The places.
        folders: Where git directories, checkouts, and wheels or their sources lie, by the names
            ``owner+name`` and ``package-version``.
        cache: Where sources are unpacked.
        processes: How many.
    """
    by_source = defaultdict[str, list[FirstReading]](list)
    for each in judged:
        by_source[each.source].append(each)
    tasks = [(places, folders, cache / "again") for places in by_source.values()]
    with concurrent.futures.ProcessPoolExecutor(processes) as pool:
        return [one for found in pool.map(_of_source, *zip(*tasks, strict=True)) for one in found]


def read_again(judged: Iterable[FirstReading], path: Path = LINTED_AGAIN) -> list[Again]:
    """What is recorded of each of these places; ``UNAVAILABLE`` for those never linted again.

    Raises:
        EcosystemError: The record is not well-formed, or is of a place that nobody has judged.
    """
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    if not rows or rows[0] != _COLUMNS:
        raise EcosystemError(f"{path}: the first line is not {','.join(_COLUMNS)}")
    known = {tuple(row[:5]): row[5:] for row in rows[1:]}
    found = []
    for each in judged:
        outcome, *told = known.pop(_key(each), (UNAVAILABLE,))
        found.append(Again(each, outcome, *told))
    if known or any(one.outcome not in {STILL, GONE, OTHER, UNAVAILABLE} for one in found):
        raise EcosystemError(f"{path}: not of places that were judged, or without an outcome")
    return found


def write_again(
    found: Iterable[Again],
    judged: Iterable[FirstReading],
    revision: str,
    path: Path = LINTED_AGAIN,
) -> None:
    """Record what was linted again now; of all other places, what was recorded stays."""
    before = read_again(judged, path) if path.is_file() else []
    told = {one.judged: one for one in before if one.outcome != UNAVAILABLE}
    others = {each for each, one in told.items() if one.outcome == OTHER}
    for one in found:
        if one.outcome == STILL and one.judged in others:
            one = replace(one, outcome=OTHER)
        if one.outcome != UNAVAILABLE:
            told[one.judged] = one
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(_COLUMNS)
        for each, one in sorted(told.items()):
            lines.writerow((*_key(each), one.outcome, one.confidence, one.revision or revision))


def _key(each: FirstReading) -> tuple[str, ...]:
    return str(each.reading), each.source, each.path, str(each.line), each.code


def table_of_again(found: Iterable[Again]) -> Iterator[str]:
    """What became of the verdicts on each rule, as a table in Markdown."""
    counts = Counter((one.judged.code, one.judged.verdict, one.outcome) for one in found)
    columns = [(verdict, outcome) for verdict in ("right", "wrong") for outcome in (STILL, GONE)]
    headings = " | ".join(f"{verdict}, {outcome}" for verdict, outcome in columns)
    yield f"| rule | default | {headings} | unavailable |"
    yield "|---|---|" + "--:|" * 5
    for code in sorted({code for code, _, _ in counts}):
        numbers = [counts[code, verdict, outcome] for verdict, outcome in columns]
        numbers.append(sum(counts[code, verdict, UNAVAILABLE] for verdict in ("right", "wrong")))
        default = "on" if all_rules()[code].on_by_default else "off"
        yield f"| {' | '.join([code, default, *map(str, numbers)])} |"


def _of_source(places: Sequence[FirstReading], folders: Sequence[Path], to: Path) -> list[Again]:
    try:
        sources = _sources(places[0].source, folders, to)
    except EcosystemError:
        sources = None
    known: dict[Path, dict[tuple[int | None, int, str], str] | None] = {}
    found = []
    for each in places:
        path, cell = _in_file(each.path)
        file = _file(sources, path) if sources else None
        if file and file not in known:
            known[file] = _reports(file)
        reports = known[file] if file else None
        if reports is None or not _has_line(file, each.line):
            found.append(Again(each, UNAVAILABLE))
            continue
        confidence = reports.get((cell, each.line, each.code), "")
        found.append(Again(each, STILL if confidence else GONE, confidence))
    return found


def _in_file(path: str) -> tuple[str, int | None]:
    cell = _CELL.match(path)
    return (cell.group(1), int(cell.group(2))) if cell else (path, None)


def _file(sources: Path, path: str) -> Path | None:
    # Some readings named the folder in a source distribution, too.
    choices = (sources / path, sources / path.partition("/")[2])
    return next((each for each in choices if each.is_file()), None)


def _reports(file: Path) -> dict[tuple[int | None, int, str], str] | None:
    """Today's findings in a file; of a notebook also without the cell, as the first readings."""
    try:
        findings = lint_file(file, settings=Settings(select=("ALL",)))
    except Exception:  # not Python, or a file that breaks tapelint: the check goes on
        return None
    reports = {}
    for each in findings:
        for cell in {each.location.cell, None}:
            reports[cell, each.line, each.code] = str(each.confidence.value)
    return reports


def _has_line(file: Path | None, line: int) -> bool:
    if file is None:
        return False
    return file.suffix == ".ipynb" or line <= len(file.read_bytes().splitlines())


def _sources(source: str, folders: Sequence[Path], to: Path) -> Path | None:
    """The folder of a project's sources, unpacked where they are in git or in a wheel."""
    name = source.replace("/", "+").replace(" ", "-")
    for folder in folders:
        for place in (folder / name / "repo/.git", folder / name / "repo", folder / name):
            if (place / "HEAD").is_file():
                return _unpacked(to / name, place)
            if place.is_dir() and not (place / ".git").is_dir():
                return place
            if (place / ".git/HEAD").is_file():
                return _unpacked(to / name, place / ".git")
        for wheel in folder.glob(f"{name}-*.whl"):
            return _unpacked(to / name, wheel)
    return None


def _unpacked(to: Path, place: Path) -> Path:
    if not to.is_dir():
        write_sources(in_wheel(place) if place.suffix == ".whl" else _of_git(place), to)
    return to


def _of_git(directory: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the newest commit. An archive fails where a partial copy lacks a large one."""
    names = {}
    for entry in _git(directory, "ls-tree", "-r", "-z", "HEAD").split(b"\0"):
        about, _, name = entry.decode(errors="replace").partition("\t")
        if name.endswith(ENDINGS) and not about.startswith("120000"):
            names[name] = about.split()[2]
    told = _git(directory, "cat-file", "--batch", asked="\n".join(names.values()))
    at = 0
    for name in names:
        end = told.index(b"\n", at)
        _, kind, *size = told[at:end].decode().split()
        at = end + 1
        if kind == "blob":
            yield name, told[at : at + int(size[0])]
            at += int(size[0]) + 1


def _git(directory: Path, *arguments: str, asked: str = "") -> bytes:
    command = ("git", "--git-dir", str(directory), *arguments)
    result = subprocess.run(command, input=asked.encode(), capture_output=True, check=False)
    if result.returncode:
        raise EcosystemError(f"{directory}: {result.stderr.decode(errors='replace').strip()}")
    return result.stdout
