"""Places are drawn by a seed, at most one for each repository."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRAIN = "def train(loss):\n    loss.backward()\n    print(loss)\n    loss.backward()\n"


@pytest.fixture
def repositories(tmp_path: Path) -> Path:
    """Three git directories; the last one has nothing to plant in."""
    for name, text in (("a+one", TRAIN), ("b+two", TRAIN), ("c+three", "x = 1\n")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "train.py").write_text(text, encoding="utf-8")
        git = ("git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.c")
        for command in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "one")):
            subprocess.run((*git, *command), check=True)
    return tmp_path


def drawn(repositories: Path, seed: int) -> list[str]:
    """What the real command prints."""
    command = (sys.executable, "-m", "tests.planted.places", "--repositories", str(repositories))
    asked = ("--rule", "TAP503", "--seed", str(seed))
    run = subprocess.run((*command, *asked), cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_each_repository_gives_one_place_and_a_seed_always_the_same(repositories: Path) -> None:
    places = drawn(repositories, 1)
    assert sorted(each.split()[0] for each in places) == ["a/one", "b/two"]
    assert all(each.endswith(("train.py:2", "train.py:4")) for each in places)
    assert all(len(each.split()[1]) == 40 for each in places)
    assert drawn(repositories, 1) == places
    assert len({tuple(drawn(repositories, seed)) for seed in range(6)}) > 1
