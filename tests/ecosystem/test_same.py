"""On a published package, findings are the same however they are looked for."""

from __future__ import annotations

from pathlib import Path

from tapelint import Settings

from .fetching import fetch
from .packages import PACKAGES, choose, read_packages
from .same import ways


def test_the_same_without_the_screen_with_processes_and_from_the_cache(tmp_path: Path) -> None:
    (folder,) = fetch(choose(read_packages(PACKAGES), ["stable_baselines3"]), tmp_path).values()
    # What is off by default is on, too: few packages have anything else.
    (_, plain), *others = ways(folder, tmp_path / "cache", Settings(select=("ALL",)))
    assert plain
    for way, found in others:
        assert found == plain, way
