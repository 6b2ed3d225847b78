"""Many programs at a time: what was found, missed and falsely reported, with samples."""

from __future__ import annotations

import ast
import concurrent.futures
import multiprocessing
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import torch
from tests.splitting import NotSplitError

from .comparison import Disagreement, compare
from .reduction import reduced
from .series import SERIES, Series
from .truth import Discarded, ObserverError

_CHUNK = 50
_SMALLER_ONES = 2
"""Programs of one kind of disagreement and statement that a chunk makes smaller."""

_FILES_OF_A_STATEMENT = 6
"""Shapes of one kind of disagreement and statement that are written out."""


_LEAVES_AND_FRAME = re.compile(
    r"import |from |def program|flag\d"
    r"|\s*\w+ = (nn\.Parameter|torch\.tensor)\(|.*requires_grad_\(\)"
)


@dataclass
class Tally:
    """What became of some programs; counts are of programs, pitfalls and false alarms."""

    programs: int = 0
    clean: int = 0
    programs_with: Counter[str] = field(default_factory=Counter)
    pitfalls: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    false_alarms: Counter[str] = field(default_factory=Counter)
    discarded: Counter[str] = field(default_factory=Counter)
    programs_at_fault: int = 0
    broken_programs: int = 0
    broken_programs_reported: int = 0
    samples: list[Sample] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(mine, Counter):
                mine.update(value)
            else:
                setattr(self, name, mine + value)


@dataclass(frozen=True)
class Sample:
    """A disagreement in a program that was made smaller."""

    origin: str
    source: str
    disagreement: Disagreement

    @property
    def shape(self) -> str:
        """The same for programs that differ in names, numbers, leaves and their outer form."""
        lines = [
            re.sub(r"\b[a-z]+\d+b?\b", "_", line).strip()
            for line in self.source.splitlines()
            if not _LEAVES_AND_FRAME.match(line)
        ]
        text = re.sub(r"\b\d+(\.\d+)?\b", "0", "\n".join(lines))
        return f"{self.disagreement.direction} {self.disagreement.code}\n{text}"


def run_campaign(
    seed: int, first: int, programs: int, processes: int, series: str = "tensors"
) -> Tally:
    """Examine a stretch of the series of a seed, in chunks, by several processes."""
    starts = range(first, first + programs, _CHUNK)
    stops = [min(start + _CHUNK, first + programs) for start in starts]
    tally = Tally()
    context = multiprocessing.get_context("spawn")  # torch's threads do not survive a fork
    with concurrent.futures.ProcessPoolExecutor(processes, mp_context=context) as pool:
        for part in pool.map(examine, [seed] * len(stops), starts, stops, [series] * len(stops)):
            tally.add(part)
    return tally


def examine(seed: int, start: int, stop: int, name: str = "tensors") -> Tally:
    """Write, run and lint the programs of a stretch of the series."""
    torch.set_num_threads(1)
    series = SERIES[name]
    tally = Tally()
    kinds: Counter[tuple[str, str, str]] = Counter()
    for number in range(start, stop):
        source = series.program(seed, number)
        tally.programs += 1
        try:
            truth = series.truth(source)
        except Discarded as error:
            tally.discarded[_headline(error)] += 1
            continue
        except ObserverError as error:
            tally.discarded[f"OBSERVER ERROR in program {seed}/{number}: {error}"] += 1
            continue
        comparison = compare(truth, series.lint(source, series.shown), series.codes)
        missed = [each for each in comparison.disagreements if each.direction == "missed"]
        tally.clean += not truth.pitfalls
        tally.broken_programs += bool(truth.pitfalls)
        tally.broken_programs_reported += (
            bool(truth.pitfalls) and truth.pitfalls == comparison.found
        )
        tally.programs_at_fault += bool(comparison.disagreements)
        tally.programs_with.update({each.code for each in truth.pitfalls})
        tally.pitfalls.update(each.code for each in truth.pitfalls)
        tally.found.update(each.code for each in comparison.found)
        tally.missed.update(each.code for each in missed)
        tally.false_alarms.update(
            each.code for each in comparison.disagreements if each.direction == "false alarm"
        )
        for each in comparison.disagreements:
            kind = (each.direction, each.code, _statement_shape(source, each))
            kinds[kind] += 1
            if kinds[kind] <= _SMALLER_ONES:
                tally.samples.append(_sample(series, source, each, f"{seed}/{number}"))
    return tally


def _sample(series: Series, source: str, disagreement: Disagreement, origin: str) -> Sample:
    unused = _unused_names(source)

    def is_interesting(text: str) -> bool:
        # A result that nothing uses any more would be a disagreement of another kind.
        return _unused_names(text) <= unused and _like(series, text, disagreement) is not None

    smaller = reduced(source, is_interesting)
    return Sample(origin, smaller, _like(series, smaller, disagreement) or disagreement)


def _like(series: Series, source: str, wanted: Disagreement) -> Disagreement | None:
    """A disagreement of the same code and direction in another program."""
    try:
        truth = series.truth(source)
        disagreements = compare(
            truth, series.lint(source, series.shown), series.codes
        ).disagreements
    except (Discarded, ObserverError, NotSplitError):
        return None
    for each in disagreements:
        if (each.code, each.direction) == (wanted.code, wanted.direction):
            return each
    return None


def _statement_shape(source: str, disagreement: Disagreement) -> str:
    """The statement in question, without names' numbers and numbers."""
    text = source.splitlines()[disagreement.line - 1].strip()
    return re.sub(r"\d+(\.\d+)?", "0", text)


def _unused_names(source: str) -> set[str]:
    names = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Name)]
    read = {each.id for each in names if isinstance(each.ctx, ast.Load)}
    return {each.id for each in names if isinstance(each.ctx, ast.Store)} - read


def _headline(error: Exception) -> str:
    return " ".join(str(error).split())[:90]


def write_samples(samples: list[Sample], folder: Path) -> int:
    """Write the shortest program of each shape, a few for each statement in question.

    Returns:
        The number of shapes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*-TAP*.py"):
        old.unlink()
    shapes: dict[str, list[Sample]] = {}
    for sample in samples:
        shapes.setdefault(sample.shape, []).append(sample)
    smallest = [min(alike, key=_size) for alike in shapes.values()]
    written: Counter[tuple[str, str]] = Counter()
    for sample in sorted(smallest, key=_size):
        kind = f"{sample.disagreement.direction.replace(' ', '-')}-{sample.disagreement.code}"
        statement = _statement_shape(sample.source, sample.disagreement)
        written[kind, statement] += 1
        if written[kind, statement] > _FILES_OF_A_STATEMENT:
            continue
        number = sum(written[other] for other in written if other[0] == kind)
        seen = len(shapes[sample.shape])
        note = f"# {sample.disagreement}\n# seed/number: {sample.origin}; seen: {seen}\n"
        path = folder / f"{kind}-{number:03}.py"
        path.write_text(f"{sample.source}\n{note}", encoding="utf-8")
    return len(shapes)


def _size(sample: Sample) -> tuple[int, str]:
    return len(sample.source), sample.origin
