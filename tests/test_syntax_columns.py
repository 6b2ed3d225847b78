"""Where a syntax error is: the column, whatever letters, margins and line ends stand around it.

Each error is written with a mark before the letter that Python blames. It stands in each kind of
file, and the column that is told is that of the mark.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import pickle
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tapelint.lint import lint_readable
from tapelint.source.errors import SourceError

from .conftest import Run
from .test_notebooks import cell, notebook

MARK = "¦"
ERRORS = (
    "x = 1 ¦1", "x = ¦0777", "x = ¦(1, 2", "x = ¦'abc", "x = ¦€ + 1", "del ¦f()", "f(x ¦$ y)",
)  # fmt: skip
BEFORE = ("", "é = 'ü😀'; ")
MARGINS = ("", "if 'é':\n\t")
LINE_ENDS = ("\n", "\r\n")
HEAD = "import torch\n\n'''\né'''\n"


def as_script(text: str) -> tuple[str, str]:
    return text, "file.py"


def as_cell(text: str) -> tuple[str, str]:
    return notebook(cell("import torch\nw.data"), cell(text)), "file.ipynb"


def as_timed_cell(text: str) -> tuple[str, str]:
    *above, last = text.splitlines(keepends=True)
    code = last.lstrip()
    last = f"{last[: len(last) - len(code)]}%time {code}"
    return as_cell("".join([*above, last]))


def as_indented_cell(text: str) -> tuple[str, str]:
    return as_cell("".join(f"  {line}" for line in text.splitlines(keepends=True)))


def as_block(text: str) -> tuple[str, str]:
    lines = ["- A list:\n", "```python\n", *text.splitlines(keepends=True), "```\n"]
    return "".join([lines[0], *(f"  {line}" for line in lines[1:])]), "file.md"


@pytest.mark.parametrize("line_end", LINE_ENDS, ids=["lf", "crlf"])
@pytest.mark.parametrize("holder", [as_script, as_cell, as_timed_cell, as_indented_cell, as_block])
def test_the_column_is_that_of_the_letter_that_python_blames(
    holder: Callable[[str], tuple[str, str]], line_end: str
) -> None:
    wrong = []
    for error, before, margin in itertools.product(ERRORS, BEFORE, MARGINS):
        head = HEAD if holder is as_script else "import torch\nw.data\n"
        marked, path = holder(f"{head}{margin}{before}{error}\n")
        marked = marked.replace("\\u00a6", MARK)
        if holder in (as_script, as_block):
            marked = marked.replace("\n", line_end)
            line = next(each for each in marked.splitlines() if MARK in each)
        else:
            marked = marked.replace("\\n", line_end.encode("unicode_escape").decode())
            line = next(each for each in cell_lines(marked) if MARK in each)
        linted = lint_readable(marked.replace(MARK, ""), path=path)
        told = [each.column for each in linted.errors]
        if told != [line.index(MARK) + 1]:
            wrong.append((line, told))
    assert wrong == []


def cell_lines(text: str) -> list[str]:
    return [
        line for each in json.loads(text)["cells"] for line in "".join(each["source"]).splitlines()
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("  x = 1\n", "1:3"),
        ("if 1:\n        x = 1\n\ty = 2\n", "3:2"),
        ("if 1:\nx = 1\n", "2:1"),
        ("def f():\n\n\n", "3"),  # what is missing has no column
        ("if 1:\r\n\r\n  x = 1\r\r\n y = 2", "5:2"),
        ("x = 1\ry = 2\0", "2:6"),
        ("\ufeffx = 1 1", "1:7"),
    ],
)
def test_the_place_of_margins_and_of_what_is_missing(text: str, place: str) -> None:
    (error,) = lint_readable(text, path="a.py").errors
    assert str(error).startswith(f"a.py:{place}: syntax error: ")


def test_a_column_in_a_part_of_an_f_string_is_not_told_as_one_of_the_line() -> None:
    (error,) = lint_readable("import torch\nwide = f'{w w}'\n", path="a.py").errors
    assert error.column in (None, 11)  # Python says where from 3.12 on


def test_an_error_is_pickled_and_kept(tapelint: Run, tmp_path: Path) -> None:
    error = SourceError("a", "b", 1, 2, 3)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.column, str(copy)) == (3, "a:cell 2:1:3: b")
    (tmp_path / "a.py").write_text("import torch\nw.data = 1 1\n")
    for _ in range(2):  # the second time it comes from the cache
        told = tapelint("check", "--cache-dir", "kept").stderr
        assert told == "tapelint: a.py:2:12: syntax error: invalid syntax\n"
    stdin = tapelint("check", "-", input="import torch\nw.data = 1 1\n")
    assert stdin.stderr == "tapelint: <stdin>:2:12: syntax error: invalid syntax\n"


def test_a_terminal_shows_the_line(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\n\tw.é = 1\n", encoding="utf-8")
    (tmp_path / "b.ipynb").write_text(notebook(cell("import torch"), cell("w.data = (1")))
    told = [
        "tapelint: a.py:2:2: syntax error: unexpected indent",
        "tapelint: b.ipynb:cell 2:1:10: syntax error: '(' was never closed; "
        "the other cells are linted without this one",
    ]
    frames = [
        ["  1 | import torch", "  2 | \tw.é = 1", "    | \t^"],
        ["  1 | w.data = (1", "    |          ^"],
    ]
    assert tapelint("check").stderr.splitlines() == told
    assert on_terminal(tmp_path) == [told[0], *frames[0], told[1], *frames[1]]
    assert on_terminal(tmp_path, "--output-format=concise") == told


def on_terminal(folder: Path, *arguments: str) -> list[str]:
    """The lines that the command writes to standard error where that is a terminal."""
    main_end, command_end = pty.openpty()
    command = [sys.executable, "-m", "tapelint", "check", "--color=never", *arguments]
    subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=command_end, check=False)
    os.close(command_end)
    written = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while part := os.read(main_end, 65536):
            written += part
    os.close(main_end)
    return written.decode().splitlines()
