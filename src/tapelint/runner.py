"""Linting many files: finding them, reading them, spreading them over processes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tapelint.findings import Finding
from tapelint.lint import lint_guarded
from tapelint.settings import Settings
from tapelint.source.errors import SourceError

SKIPPED_FOLDERS = frozenset(
    {
        ".bzr", ".direnv", ".eggs", ".git", ".git-rewrite", ".hg", ".ipynb_checkpoints",
        ".mypy_cache", ".nox", ".pants.d", ".pyenv", ".pytest_cache", ".pytype", ".ruff_cache",
        ".svn", ".tapelint_cache", ".tox", ".venv", ".vscode", "__pycache__", "__pypackages__",
        "_build", "buck-out", "build", "dist", "node_modules", "site-packages", "venv",
    }
)  # fmt: skip
"""Folders that are not entered on the way; a folder that is named is."""
ENDINGS = (".py", ".pyi", ".pyw", ".ipynb")
_FILES_WORTH_PROCESSES = 24


@dataclass
class Outcome:
    """What came out of a run.

    Attributes:
        findings: All findings, in the order of paths and lines.
        errors: What could not be linted.
        files: How many files were linted.
        fixed: How many findings were mended.
    """

    findings: list[Finding] = field(default_factory=list)
    errors: list[SourceError] = field(default_factory=list)
    files: int = 0
    fixed: int = 0


def read(path: str) -> bytes:
    """The bytes of a file.

    Raises:
        SourceError: It cannot be read.
    """
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise SourceError(path, _why_unreadable(error)) from None
    except ValueError as error:
        raise SourceError(path, f"not a path: {error}") from None


def _why_unreadable(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file or folder; check the path"
    if isinstance(error, PermissionError):
        return "cannot be read: permission denied; change its mode or leave it out"
    return f"cannot be read: {error.strerror or type(error).__name__}"


def find_files(paths: Sequence[str]) -> Iterator[str | SourceError]:
    """The Python files at and below ``paths``, each once, in order.

    A file that is named is taken whatever it is called; folders are searched for Python files.
    Symbolic links to folders are not followed, so that a loop of links ends nothing.
    """
    seen: set[str] = set()
    for given in paths:
        for found in _below(given):
            if isinstance(found, str):
                key = os.path.normpath(found)
                if key in seen:
                    continue
                seen.add(key)
            yield found


def _below(given: str) -> Iterator[str | SourceError]:
    try:
        is_folder = os.path.isdir(given)
        if not is_folder:
            os.stat(given)
    except OSError as error:
        yield SourceError(given, _why_unreadable(error))
        return
    except ValueError as error:
        yield SourceError(given, f"not a path: {error}")
        return
    if not is_folder:
        yield given
        return
    unreadable: list[OSError] = []
    for folder, folders, names in os.walk(given, onerror=unreadable.append):
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS)
        for name in sorted(names):
            if name.endswith(ENDINGS):
                found = os.path.join(folder, name)
                yield found.removeprefix(f".{os.sep}") if given == "." else found
        while unreadable:
            problem = unreadable.pop()
            yield SourceError(str(problem.filename), _why_unreadable(problem))


def lint_path(path: str, settings: Settings) -> list[Finding] | SourceError:
    """Lint one file; what cannot be linted is a value, so that the other files go on."""
    try:
        source = read(path)
    except SourceError as error:
        return error
    return lint_guarded(source, path=path, settings=settings)


def _lint_batch(batch: tuple[Sequence[str], Settings]) -> list[list[Finding] | SourceError]:
    paths, settings = batch
    return [lint_path(path, settings) for path in paths]


def run(paths: Sequence[str], settings: Settings, jobs: int = 1) -> Outcome:
    """Lint all files at and below ``paths``.

    Args:
        paths: Files and folders.
        settings: Which rules run.
        jobs: How many processes to use at the most.
    """
    outcome = Outcome()
    files: list[str] = []
    for found in find_files(paths):
        if isinstance(found, SourceError):
            outcome.errors.append(found)
        else:
            files.append(found)
    for result in _results(files, settings, jobs):
        if isinstance(result, SourceError):
            outcome.errors.append(result)
        else:
            outcome.files += 1
            outcome.findings.extend(result)
    outcome.findings.sort(key=lambda finding: finding.sort_key)
    return outcome


def _results(
    files: Sequence[str], settings: Settings, jobs: int
) -> Iterable[list[Finding] | SourceError]:
    if jobs <= 1 or len(files) < _FILES_WORTH_PROCESSES:
        for path in files:
            yield lint_path(path, settings)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    size = max(1, min(16, len(files) // (jobs * 4)))
    batches = [files[at : at + size] for at in range(0, len(files), size)]
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        pending = [pool.submit(_lint_batch, (batch, settings)) for batch in batches]
        for batch, future in zip(batches, pending, strict=True):
            try:
                yield from future.result()
            except BrokenProcessPool:
                yield from (
                    SourceError(path, "not linted: a process died; lint it alone to see why")
                    for path in batch
                )
