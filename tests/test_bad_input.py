"""Bad input: one clear line each, the other files linted, never a traceback."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NoReturn

import pytest

from .conftest import Run

HEAD = b"import torch\nw = torch.zeros(3, requires_grad=True)\n"
WRITE = b"w.zero_()\n"


def findings(output: str) -> list[tuple[str, int, int]]:
    return [(each["code"], each["line"], each["column"]) for each in json.loads(output)]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        pytest.param(HEAD + b"def f(:\n    pass\n", "bad.py:3:7: syntax error: ", id="syntax"),
        pytest.param(
            b"import torch\nprint 'tensor'\n", "bad.py:2:1: syntax error: ", id="python-2"
        ),
        pytest.param(
            HEAD + b"# caf\xe9\n",
            "bad.py:3: not valid utf-8: invalid continuation byte; save it as UTF-8",
            id="not-utf-8",
        ),
        pytest.param(
            b"# coding: nonsense\n" + HEAD,
            "bad.py:1: unknown encoding: nonsense; declare utf-8",
            id="unknown-encoding",
        ),
        pytest.param(HEAD + b"x = 1\x00\n", "bad.py:3:6: syntax error: ", id="null-byte"),
        pytest.param(
            HEAD + b"x = " + b"(" * 1000 + b"w" + b")" * 1000 + b"\n",
            "bad.py:3: brackets nested more than 200 deep",
            id="thousand-brackets",
        ),
    ],
)
def test_one_clear_line_and_the_rest_is_linted(
    tapelint: Run, tmp_path: Path, content: bytes, complaint: str
) -> None:
    (tmp_path / "bad.py").write_bytes(content)
    (tmp_path / "good.py").write_bytes(HEAD + WRITE)
    result = tapelint("check", "--output-format", "json")
    assert result.returncode == 2
    assert findings(result.stdout) == [("TAP201", 3, 1)]
    assert result.stderr.startswith(f"tapelint: {complaint}")
    assert result.stderr.count("\n") == 1


WIDE = {
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "utf-32": "UTF-32",
}


@pytest.mark.parametrize("encoding", WIDE)
@pytest.mark.parametrize("head", ["", "# 文字の説明\n# 文字の説明\n", "#!/usr/bin/python\r\n"])
def test_a_text_of_wide_letters_is_not_checked(
    tapelint: Run, tmp_path: Path, encoding: str, head: str
) -> None:
    (tmp_path / "good.py").write_bytes(HEAD + WRITE)
    (tmp_path / "wide.py").write_text(head + (HEAD + WRITE).decode(), encoding)
    result = tapelint("check", "--output-format", "json")
    assert result.returncode == 2
    assert [found[0] for found in findings(result.stdout)] == ["TAP201"]
    complaint = f"wide.py: {WIDE[encoding]}, which Python cannot read; save it as UTF-8"
    assert result.stderr == f"tapelint: {complaint}\n"
    assert "3 files" not in tapelint("check").stdout
    assert tapelint("explain", "wide.py:1").stderr == f"tapelint: {complaint}\n"


NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["text"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": [(HEAD + WRITE).decode()]},
    ],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}
WHOLE = json.dumps(NOTEBOOK)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "not a notebook: it is empty; save it again or delete it"),
        (" \n", "not a notebook: it is empty; save it again or delete it"),
        ("[]", "not a notebook: it has no list of cells; leave it out"),
        ("null", "not a notebook: it has no list of cells; leave it out"),
        ("{}", "not a notebook: it has no list of cells; leave it out"),
        *((WHOLE[:end], None) for end in (1, 12, 70, WHOLE.index("torch"), len(WHOLE) - 1)),
    ],
)
def test_what_is_no_whole_notebook_is_not_checked(
    tapelint: Run, tmp_path: Path, content: str, reason: str | None
) -> None:
    (tmp_path / "n.ipynb").write_text(content)
    (tmp_path / "good.py").write_bytes(HEAD + WRITE)
    result = tapelint("check", ".", "n.ipynb")
    assert result.returncode == 2
    assert result.stdout.endswith("1 finding in 1 file: 1 raises; [*] 1 fixable with `--fix`.\n")
    assert result.stderr.count("\n") == 1
    expected = f"n.ipynb: {reason}\n" if reason else "n.ipynb:1: not a notebook: broken JSON: "
    assert result.stderr.startswith(f"tapelint: {expected}")


def test_a_notebook_without_torch_is_checked(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "n.ipynb").write_text(json.dumps({**NOTEBOOK, "cells": []}))
    (tmp_path / "m.ipynb").write_text(json.dumps({"worksheets": []}))
    assert tapelint("check").stdout == "No findings, 2 files checked, none mentions torch.\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"", [], id="empty"),
        pytest.param(b"\xef\xbb\xbf" + HEAD + WRITE, [("TAP201", 3, 1)], id="byte-order-mark"),
        pytest.param(b"\x0c" + HEAD + b"\x0c\n" + WRITE, [("TAP201", 4, 1)], id="form-feeds"),
        pytest.param((HEAD + WRITE).replace(b"\n", b"\r\n"), [("TAP201", 3, 1)], id="crlf"),
        pytest.param((HEAD + WRITE).replace(b"\n", b"\r"), [("TAP201", 3, 1)], id="cr"),
        pytest.param(HEAD + WRITE[:-1], [("TAP201", 3, 1)], id="no-last-newline"),
        pytest.param(HEAD + b"if w:\n\tw.zero_()\n", [("TAP201", 4, 2)], id="tab"),
        pytest.param(
            b"# coding: latin-1\n" + HEAD + b"# caf\xe9\n" + WRITE,
            [("TAP201", 5, 1)],
            id="latin-1",
        ),
        pytest.param(
            HEAD + b"name = '\xc3\xa9\xf0\x9f\x94\xa5'; " + WRITE,
            [("TAP201", 3, 14)],
            id="columns-count-characters",
        ),
    ],
)
def test_unusual_text_is_linted(
    tapelint: Run, tmp_path: Path, content: bytes, expected: list[tuple[str, int, int]]
) -> None:
    (tmp_path / "code.py").write_bytes(content)
    result = tapelint("check", "code.py", "--output-format", "json")
    assert findings(result.stdout) == expected
    assert result.stderr == ""


DEEP = {
    "sum": b" + ".join([b"w"] * 3000),
    "calls": b"abs(" * 150 + b"w" + b")" * 150,
    "lists": b"[" * 150 + b"w" + b"]" * 150,
    "negations": b"-" * 1000 + b"w",
    "methods": b"w" + b".abs()" * 400,
    "conditions": b"w if w else " * 1000 + b"w",
    "lambdas": b"lambda: " * 1000 + b"w",
    "powers": b"w ** " * 1000 + b"w",
    "conjunctions": b"w and " * 1000 + b"w",
}


@pytest.mark.parametrize("kind", DEEP)
def test_deep_expressions_do_not_overflow(tmp_path: Path, tapelint: Run, kind: str) -> None:
    end = WRITE + b"t = torch.tensor([w.sum()])\n"
    (tmp_path / "deep.py").write_bytes(HEAD + b"x = " + DEEP[kind] + b"\n" + end)
    result = tapelint("check", "deep.py", "--output-format", "json")
    refused = [("TAP201", 4, 1)] if kind != "sum" else []  # Python's parser cannot read that one
    assert findings(result.stdout) == [*refused, ("TAP101", 5, 5)]
    assert result.stderr == ""


def test_a_sum_of_thousands_carries_history(tmp_path: Path, tapelint: Run) -> None:
    terms = b" + ".join([b"w"] * 3000)
    (tmp_path / "deep.py").write_bytes(HEAD + b"t = torch.tensor([" + terms + b"])\n")
    result = tapelint("check", "deep.py", "--output-format", "json")
    assert findings(result.stdout) == [("TAP101", 3, 5)]


STATEMENTS = {
    "elif": b"if w:\n    pass\n" + b"elif w:\n    pass\n" * 900,
    "nested-if": b"".join(b" " * depth + b"if w:\n" for depth in range(95)) + b" " * 95 + b"pass\n",
    "nested-for": b"".join(b" " * depth + b"for i in w:\n" for depth in range(19))
    + b" " * 19
    + b"i = 1\n",
    "nested-def": b"".join(b" " * depth + b"def f():\n" for depth in range(60))
    + b" " * 60
    + b"pass\n",
    "five-thousand-lines": b"a = w.sum() * 2 + 1\n" * 5_000,
}


@pytest.mark.parametrize("kind", STATEMENTS)
def test_deep_and_long_programs_end(tmp_path: Path, tapelint: Run, kind: str) -> None:
    source = HEAD + STATEMENTS[kind] + WRITE
    (tmp_path / "code.py").write_bytes(source)
    result = tapelint("check", "code.py", "--output-format", "json")
    assert findings(result.stdout) == [("TAP201", source.count(b"\n"), 1)]
    assert result.stderr == ""


def test_a_missing_folder(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "good.py").write_bytes(HEAD + WRITE)
    result = tapelint("check", "nowhere", "good.py", "--output-format", "json")
    assert result.returncode == 2
    assert findings(result.stdout) == [("TAP201", 3, 1)]
    assert result.stderr == "tapelint: nowhere: no such file or folder; check the path\n"


def test_loops_of_links(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "good.py").write_bytes(HEAD + WRITE)
    (tmp_path / "folder" / "again").symlink_to(tmp_path / "folder")
    (tmp_path / "self.py").symlink_to(tmp_path / "self.py")
    result = tapelint("check", "folder", "--output-format", "json")
    assert (result.returncode, findings(result.stdout)) == (1, [("TAP201", 3, 1)])
    broken = tapelint("check", "self.py", "--output-format", "json")
    assert broken.returncode == 2
    assert broken.stderr.startswith("tapelint: self.py: cannot be read: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_bytes(HEAD)
    (tmp_path / "secret.py").chmod(0)
    result = tapelint("check", "secret.py")
    assert result.returncode == 2
    assert "secret.py: cannot be read: permission denied" in result.stderr


def test_an_unreadable_file_is_one_line_whoever_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from tapelint.runner import read
    from tapelint.source.errors import SourceError

    def refuse(path: str, *_: object) -> NoReturn:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(SourceError, match=r"secret\.py: cannot be read: permission denied"):
        read("secret.py")
