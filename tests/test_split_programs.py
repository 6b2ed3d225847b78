"""What is found in a program of one file is found when it is split into two or three, and no more.

The programs are those of ``tests/programs``: all that split.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import pytest

from tapelint import lint_file, lint_source

from .splitting import LIBRARY, PROGRAM, NotSplitError, Split, split, split_in_three

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))


def _splits(make: Callable[[str], Split]) -> dict[str, Split]:
    found = {}
    for path in PROGRAMS:
        try:
            found[path.stem] = make(path.read_text())
        except NotSplitError:
            continue
    return found


IN_TWO, IN_THREE = _splits(split), _splits(split_in_three)


@functools.cache
def _whole(name: str) -> set[tuple[int, str]]:
    path = Path(__file__).parent / "programs" / f"{name}.py"
    return {(each.line, each.code) for each in lint_source(path.read_text(), path=path.name)}


def _parts(parts: Split, folder: Path) -> set[tuple[int, str]]:
    for file, text in parts.texts.items():
        (folder / file).write_text(text)
    return {
        (parts.line(file, each.line, each.message), each.code)
        for file in parts.texts
        for each in lint_file(folder / file)
    }


@pytest.mark.parametrize("name", IN_TWO)
def test_in_two_files_the_same_is_found(name: str, tmp_path: Path) -> None:
    assert _parts(IN_TWO[name], tmp_path) == _whole(name)


@pytest.mark.parametrize("name", IN_THREE)
def test_in_three_files_the_same_is_found(name: str, tmp_path: Path) -> None:
    assert _parts(IN_THREE[name], tmp_path) == _whole(name)


def test_enough_programs_split_and_have_findings() -> None:
    assert len(IN_TWO) >= 50
    assert sum(bool(_whole(name)) for name in IN_TWO) >= 25
    assert len(IN_THREE) >= 5


def test_a_split_keeps_each_line_and_loses_none() -> None:
    text = "import torch\n\n\ndef g(x):\n    return x\n\n\ndef f(x):\n    return g(x)\n\n\nf(1)\n"
    parts = split(text)
    assert parts.texts == {
        LIBRARY: "import torch\ndef g(x):\n    return x\ndef f(x):\n    return g(x)\n",
        PROGRAM: "from library import f, g\nimport torch\nf(1)\n",
    }
    assert parts.lines == {LIBRARY: [1, 4, 5, 8, 9], PROGRAM: [0, 1, 12]}
    assert parts.line(PROGRAM, 3, "in library.py, line 5: ...") == 9


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    pass\n",
        "from torch import *\ndef f():\n    pass\nf()\n",
        "xs = []\ndef f():\n    xs.append(1)\nf()\n",
        "def f():\n    pass\ndef f():\n    pass\nf()\n",
        "def f():\n    return g()\ndef g():\n    return f()\n",
    ],
)
def test_what_does_not_split_says_so(text: str) -> None:
    with pytest.raises(NotSplitError):
        split(text)
