"""Editors for the tests. One serves many tests, since starting a server takes a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .editor import Editor


@pytest.fixture(scope="package")
def editor() -> Iterator[Editor]:
    """An editor that is told of diagnostics, and wants actions whole."""
    made = Editor()
    yield made
    assert made.client.errors == []
    assert made.end() == 0


@pytest.fixture(scope="package")
def asking_editor() -> Iterator[Editor]:
    """An editor that asks for diagnostics, and resolves actions."""
    made = Editor(pulls=True, resolves=True, encodings=["utf-8", "utf-16"])
    yield made
    assert made.client.errors == []
    assert made.end() == 0


@pytest.fixture
def start() -> Iterator[Callable[..., Editor]]:
    """Starts editors of their own."""
    made: list[Editor] = []

    def start(*folders: Path, **options: Any) -> Editor:
        made.append(Editor(*folders, **options))
        return made[-1]

    yield start
    for each in made:
        each.stop()
