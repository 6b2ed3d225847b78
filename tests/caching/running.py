"""Running over a folder with a cache, as a new process would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tapelint import Finding, Settings, runner
from tapelint.caching.cache import Cache
from tapelint.runner import Outcome, run
from tapelint.settings.files import SettingsResolver
from tapelint.source import importers, neighbours, python_files

Result = tuple[list[Finding], list[Any], int, list[str]]
PITFALL = "import torch\nw = torch.ones(3, requires_grad=True)\nw.data.zero_()\n"
CLEAN = "import torch\nw = torch.ones(3, requires_grad=True)\n"
BROKEN = "import torch\nw = torch.ones(3, requires_grad=True\n"
COMPLAINTS: list[str] = []


def forget() -> None:
    """Forget what a process remembers of the file system."""
    neighbours._roots_and_looks.cache_clear()
    neighbours._outline.clear()
    python_files.project_folder.cache_clear()
    importers._project.cache_clear()


def outcome(
    *paths: str | Path,
    place: Path | None = None,
    settings: Settings | None = None,
    jobs: int = 1,
    is_named: bool = False,
    root: Path | None = None,
) -> Outcome:
    forget()
    COMPLAINTS.clear()
    cache = None
    if place is not None:
        where = str(root) if root else None
        cache = Cache(str(place), COMPLAINTS.append, is_named=is_named, root=where)
    resolver = SettingsResolver(fixed=settings) if settings else SettingsResolver(isolated=True)
    return run([str(path) for path in paths], resolver, jobs, cache=cache)


def result(*paths: str | Path, **options: Any) -> Result:
    found = outcome(*paths, **options)
    errors = [(type(each), each.args) for each in (*found.errors, *found.unread)]
    return found.findings, errors, found.files, list(found.linted)


def only_cached(monkeypatch: pytest.MonkeyPatch, *paths: str | Path, **options: Any) -> Result:
    """The result of a run that may lint nothing."""

    def refuse(path: str, settings: Settings) -> None:
        raise AssertionError(f"{path} is linted again")

    with monkeypatch.context() as patch:
        patch.setattr(runner, "hear_path", refuse)
        return result(*paths, **options)


def linted_again(monkeypatch: pytest.MonkeyPatch, *paths: str | Path, **options: Any) -> set[str]:
    """The names of the files that a run lints."""
    names: set[str] = set()
    hear_path = runner.hear_path

    def note(path: str, settings: Settings) -> Any:
        names.add(Path(path).name)
        return hear_path(path, settings)

    with monkeypatch.context() as patch:
        patch.setattr(runner, "hear_path", note)
        result(*paths, **options)
    return names


def shards(place: Path) -> list[Path]:
    return sorted(place.glob("*.findings"))


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
