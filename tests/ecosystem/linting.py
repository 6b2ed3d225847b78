"""The findings of a package's sources, through tapelint's public interface."""

from __future__ import annotations

import concurrent.futures
import os
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from tapelint import SourceError, lint_file

from .errors import EcosystemError
from .packages import Package
from .record import Place

ENDINGS = (".py", ".pyi", ".pyw", ".ipynb")
Found = tuple[frozenset[Place], tuple[str, ...]]
"""The places of findings, and a line for each file that could not be linted."""


def lint_packages(
    folders: Mapping[Package, Path],
    processes: int,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Found:
    """Lint all files with the rules that are on by default.

    Raises:
        EcosystemError: A process has died.
    """
    tasks = [
        (package, folder, path)
        for package, folder in folders.items()
        for path in folder.rglob("*")
        if path.suffix in ENDINGS and path.is_file()
    ]
    # Package by package, since files of one share what is known of their neighbours; and the
    # largest first: none of them is to be started when the others are done.
    sizes = {task: os.path.getsize(task[2]) for task in tasks}
    totals: Counter[Package] = Counter()
    for task, size in sizes.items():
        totals[task[0]] += size
    tasks.sort(key=lambda task: (-totals[task[0]], str(task[0]), -sizes[task], task[2]))
    places: set[Place] = set()
    errors: list[str] = []
    try:
        with concurrent.futures.ProcessPoolExecutor(processes) as pool:
            for done, result in enumerate(pool.map(_lint, *zip(*tasks, strict=True)), 1):
                if isinstance(result, str):
                    errors.append(result)
                else:
                    places.update(result)
                on_progress(done, len(tasks))
    except BrokenProcessPool:
        raise EcosystemError("a process has died; memory may be short: --processes 1") from None
    return frozenset(places), tuple(sorted(errors))


def _lint(package: Package, folder: Path, path: Path) -> list[Place] | str:
    inside = path.relative_to(folder).as_posix()
    try:
        findings = lint_file(path)
    except SourceError as error:
        return f"{package}: {str(error).replace(str(path), inside)}"
    except Exception as error:  # one file that breaks tapelint must not end the check
        return f"{package}: {inside}: internal error in tapelint ({type(error).__name__})"
    return [
        Place(package.name, package.version, inside, finding.line, finding.code)
        for finding in findings
    ]
