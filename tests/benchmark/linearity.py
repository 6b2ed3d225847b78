"""Time against lines: whether growth is linear, and which functions cost more than they should."""

from __future__ import annotations

import itertools
import json
import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from .measuring import run
from .rows import HERE, Bench

TOO_MUCH = 10.0
"""How many times the median per line a function may cost."""
_BOUNDS = (0, 100, 300, 1000, 3000, 10_000_000)


@dataclass(frozen=True)
class Point:
    """A file or a function: its name, its lines, and the seconds that it costs."""

    name: str
    lines: int
    seconds: float

    @property
    def per_line(self) -> float:
        """The seconds for each line."""
        return self.seconds / self.lines


@dataclass(frozen=True)
class Growth:
    """What files and functions cost.

    Attributes:
        corpus: What was linted.
        files: The files.
        functions: The functions that were executed, wherever they stand.
    """

    corpus: str
    files: tuple[Point, ...]
    functions: tuple[Point, ...]

    @property
    def flagged(self) -> list[Point]:
        """The functions that cost more than ten times the median per line, the worst first."""
        limit = TOO_MUCH * per_line(self.functions)
        found = [each for each in self.functions if each.per_line > limit]
        return sorted(found, key=lambda each: (-each.seconds, each.name))


def measure(bench: Bench) -> dict[str, Any]:
    """Lint each file of the corpus, and look at the clock; as JSON keeps it."""
    corpus = bench.corpus
    with tempfile.TemporaryDirectory() as folder:
        listed, result = Path(folder, "files"), Path(folder, "result")
        listed.write_text("".join(f"{path}\n" for path in corpus.files), encoding="utf-8")
        run([bench.python, HERE / "growth.py", listed, result])
        files = json.loads(result.read_text("utf-8"))
    for each in files:
        path = Path(each["path"])
        folders = [above for above in corpus.folders if path.is_relative_to(above)]
        each["path"] = path.relative_to(folders[0]).as_posix() if folders else str(path)
    return {"corpus": corpus.description, "files": files}


def growth_of(data: Mapping[str, Any]) -> Growth:
    """What was measured, as points."""
    files = tuple(Point(each["path"], each["lines"], each["seconds"]) for each in data["files"])
    functions = tuple(
        Point(f"{each['path']}: {name}", lines, seconds)
        for each in data["files"]
        for name, lines, seconds in each["functions"]
    )
    return Growth(data["corpus"], files, functions)


def per_line(points: Sequence[Point]) -> float:
    """The median of the seconds for each line."""
    return median(point.per_line for point in points) if points else 0.0


def by_size(points: Sequence[Point]) -> list[tuple[str, int, float, float]]:
    """Sizes, how many points are of each, the median per line, and what 9 in 10 stay below."""
    rows = []
    for low, high in itertools.pairwise(_BOUNDS):
        inside = sorted(each.per_line for each in points if low <= each.lines < high)
        name = f"{low} to {high - 1}" if high != _BOUNDS[-1] else f"{low} and more"
        if inside:
            most = inside[math.ceil(0.9 * len(inside)) - 1]
            rows.append((name, len(inside), median(inside), most))
    return rows
