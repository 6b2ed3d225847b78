"""The example of ``docs/at-scale.md`` on two workers: what it does in a second of one core."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .environments import ROOT
from .errors import BenchmarkError
from .machine import description, revision
from .measuring import Cost, run
from .rows import HERE, Bench

PAGE = ROOT / "docs" / "at-scale.md"
EXAMPLE = ROOT / "docs" / "examples" / "lint_parquet.py"
_BILLION = 1e9
_MANY_CORES = 64


@dataclass(frozen=True)
class Rate:
    """What the example has done.

    Attributes:
        corpus: What it linted.
        files: How many files.
        lines: How many lines they have.
        cpu: Seconds of CPU time of all processes.
        idle: The same for one small file: the cluster alone.
        wall: Seconds on the clock.
        load: How busy the machine was before.
        machine: What it ran on.
        revision: What of tapelint ran.
    """

    corpus: str
    files: int
    lines: int
    cpu: float
    idle: float
    wall: float
    load: float
    machine: str
    revision: str

    @property
    def seconds(self) -> float:
        """The CPU time that linting took, without the cluster's own."""
        if self.cpu <= self.idle:
            raise BenchmarkError("the cluster alone took longer: the corpus is too small")
        return self.cpu - self.idle


def measure(bench: Bench, load: float) -> dict[str, Any]:
    """Run the example on files that mention torch; as JSON keeps it."""
    files = bench.corpus.files
    with tempfile.TemporaryDirectory() as folder:
        tiny = Path(folder, "tiny.py")
        tiny.write_text("import torch\n")
        idle = _job(bench, [tiny], Path(folder, "idle"))
        job = _job(bench, files, Path(folder, "job"))
    lines = sum(path.read_bytes().count(b"\n") for path in files)
    rate = Rate(
        corpus=bench.corpus.description,
        files=len(files),
        lines=lines,
        cpu=job.cpu,
        idle=idle.cpu,
        wall=job.wall,
        load=load,
        machine=description(),
        revision=revision(),
    )
    return asdict(rate)


def _job(bench: Bench, files: list[Path], folder: Path) -> Cost:
    folder.mkdir()
    listed, sources = folder / "files", folder / "sources.parquet"
    listed.write_text("".join(f"{path}\n" for path in files), encoding="utf-8")
    python = bench.environments.dask / "python"
    run([python, HERE / "parquet.py", listed, sources])
    return run([python, EXAMPLE, sources, folder / "findings"], folder=folder)


def section(rate: Rate) -> Iterator[str]:
    """The rate, and what it means, with the arithmetic."""
    seconds = rate.seconds
    files, lines = rate.files / seconds, rate.lines / seconds
    hours = _BILLION / lines / 3600
    busy = ", with other work on the machine" if rate.load > 0.5 else ""
    yield (
        f"Measured on {rate.corpus}: {rate.files} files that mention torch, {rate.lines} lines. "
        f"{rate.machine}{busy}; revision `{rate.revision}`."
    )
    yield ""
    yield "| | |"
    yield "|---|--:|"
    yield f"| the job on the clock, two workers | {rate.wall:.1f} s |"
    yield f"| CPU time of all its processes | {rate.cpu:.1f} s |"
    yield f"| the same for a data set of one line: Dask itself | {rate.idle:.1f} s |"
    yield f"| what linting took: the difference | {seconds:.1f} s |"
    yield f"| files in a second of one core: {rate.files} / {seconds:.1f} | {files:.1f} |"
    yield f"| lines in a second of one core: {rate.lines} / {seconds:.1f} | {lines:.0f} |"
    yield ""
    yield (
        f"A billion lines of such files: 1,000,000,000 / {lines:.0f} = {_BILLION / lines:,.0f} "
        f"seconds of one core, or {hours:,.0f} hours; on {_MANY_CORES} cores "
        f"{hours:,.0f} / {_MANY_CORES} = {hours / _MANY_CORES:,.1f} hours."
    )
