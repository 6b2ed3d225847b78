"""Lints files before and after planting, and says which mistakes were found."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cases import Case, plant
from .checkouts import blob, check_out
from .errors import PlantedError
from .texts import Text

_COMMAND = (
    *(sys.executable, "-m", "tapelint", "check", "--isolated", "--no-cache", "-j1"),
    *("--select", "ALL", "--output-format", "json"),
)


@dataclass(frozen=True)
class Report:
    """What one finding says, without its words."""

    code: str
    line: int
    confidence: str


@dataclass(frozen=True)
class Result:
    """What became of one case."""

    case: Case
    found: Report | None
    """The new report of the case's rule, at a line where it counts."""
    elsewhere: tuple[Report, ...]
    """All other reports that were not there before planting."""


def score(
    cases: Sequence[Case],
    repositories: Path,
    processes: int = 1,
    on_result: Callable[[Result], None] = lambda result: None,
) -> list[Result]:
    """Lint each case's file before and after planting, inside its repository.

    Raises:
        PlantedError: A repository cannot be had, a file is another one, or tapelint fails.
    """
    groups: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        groups.setdefault((case.repository, case.commit), []).append(case)

    def run(group: list[Case]) -> list[Result]:
        with tempfile.TemporaryDirectory(prefix="planted-") as scratch:
            root = Path(scratch) / "repository"
            check_out(group[0].repository, group[0].commit, repositories, root)
            results = []
            for result in _score_in(root, group):
                on_result(result)
                results.append(result)
            return results

    with ThreadPoolExecutor(processes) as pool:
        futures = [pool.submit(run, group) for group in groups.values()]
        try:
            by_case = {result.case: result for future in futures for result in future.result()}
        except PlantedError:
            pool.shutdown(cancel_futures=True)
            raise
    return [by_case[case] for case in cases]


def _score_in(root: Path, cases: Iterable[Case]) -> Iterator[Result]:
    before: dict[str, list[Report]] = {}
    for case in cases:
        path = root / case.path
        content = path.read_bytes() if path.is_file() else b""
        if blob(content) != case.blob:
            raise PlantedError(f"{case.repository}: {case.path} is not that of {case.commit[:12]}")
        text = Text(content.decode().replace("\r\n", "\n"))
        planting = plant(case, text)
        if case.lint not in before:
            before[case.lint] = lint(root, case.lint)
        path.write_text(planting.planted.content, encoding="utf-8", newline="")
        try:
            after = lint(root, case.lint)
        finally:
            path.write_bytes(content)
        moved = planting.planted.line if case.lint == case.path else lambda line: line
        yield compare(case, planting.expected, before[case.lint], after, moved)


def compare(
    case: Case,
    expected: frozenset[int],
    before: Iterable[Report],
    after: Iterable[Report],
    moved: Callable[[int], int],
) -> Result:
    """Which reports are new, and which of them is the one that the case waits for."""
    known = Counter((report.code, moved(report.line)) for report in before)
    new = []
    for report in after:
        if known[report.code, report.line]:
            known[report.code, report.line] -= 1
        else:
            new.append(report)
    rules = case.rule.split("/")
    hits = [report for report in new if report.code in rules and report.line in expected]
    hits.sort(key=lambda report: report.confidence)  # "certain" is before "likely"
    found = hits[0] if hits else None
    return Result(case, found, tuple(report for report in new if report not in hits))


def lint(root: Path, path: str) -> list[Report]:
    """What tapelint reports of one file with all rules, its repository as the project.

    Raises:
        PlantedError: It could not lint the file.
    """
    result = subprocess.run((*_COMMAND, path), cwd=root, capture_output=True, check=False)
    if result.returncode not in (0, 1):
        lines = result.stderr.decode(errors="replace").strip().splitlines()
        raise PlantedError(f"tapelint fails on {path}: {lines[-1] if lines else '(says nothing)'}")
    findings: list[dict[str, Any]] = json.loads(result.stdout)
    return [Report(each["code"], each["line"], each["confidence"]) for each in findings]
