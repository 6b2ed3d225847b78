"""What cannot be read is never said to be checked, however it is broken and however it is named."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

TORCH = b"import torch\n"
BROKEN = {
    "a-def": b"def f(:\n",
    "a-bracket": b"x = (1,\n",
    "many-brackets": b"x = " + b"(" * 3000 + b"\n",
    "a-string": b'x = "one\n',
    "an-indent": b"if x:\nprint(x)\n",
    "python-2": b"print 'x'\n",
    "random": bytes((each * 37 + 200) % 256 for each in range(300)),
    "latin-1": b"x = '\xe9'\n",
    "a-coding": b"# coding: nonsense\n",
    "a-null": b"x = 1\x00\n",
    "a-null-in-a-comment": b"x = 1  # \x00\n",
    "a-null-in-a-string": b"x = 'a\x00b'\n",
    "many-nulls": b"x = 1\n" + bytes(1_100_000),
    "no-coding": b"# coding: undefined\n",
    "utf-16": "x = 1\ny = 2\n".encode("utf-16"),
}
"""Files that Python cannot read, though no rule looks for anything in them."""
HEADS = {"with torch": TORCH, "without": b""}


def broken(kind: str, head: str) -> bytes:
    """The head stands first only where the file declares nothing and keeps its encoding."""
    if kind in {"a-coding", "no-coding", "utf-16"}:
        return BROKEN[kind] + HEADS[head]
    return HEADS[head] + BROKEN[kind]


@pytest.fixture(params=BROKEN)
def kind(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.mark.parametrize("head", HEADS)
def test_a_named_file_is_told(tapelint: Run, tmp_path: Path, kind: str, head: str) -> None:
    (tmp_path / "bad.py").write_bytes(broken(kind, head))
    (tmp_path / "good.py").write_text("import torch\n")
    for options, *named in (
        ("--isolated", "bad.py"), ("--no-cache", "good.py", "bad.py"), ("-j1", ".", "./bad.py"),
        ("-j1", "bad.py"),
    ):  # fmt: skip
        result = tapelint("check", options, *named)
        assert result.returncode == 2, (named, options)
        assert result.stderr.startswith("tapelint: ")
        assert "bad.py" in result.stderr
        assert result.stderr.count("\n") == 1
        assert result.stdout == ("No findings, 1 file checked.\n" if len(named) == 2 else "")


@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
@pytest.mark.parametrize("options", [["--no-cache"], []])
def test_in_a_folder_what_matters_is_told(
    tapelint: Run, tmp_path: Path, options: list[str], jobs: str
) -> None:
    """What may hold a finding fails the run; of the rest it is said how much was not read."""
    others = {kind: content for kind, content in BROKEN.items() if kind != "many-brackets"}
    for kind in others:
        for head in HEADS:
            (tmp_path / f"{kind}-{head.replace(' ', '-')}.py").write_bytes(broken(kind, head))
    (tmp_path / "one.py").write_text("x = 1\n")
    (tmp_path / "two.py").write_text("import torch\n")
    (tmp_path / "suppressed.py").write_text("x = (  # noqa: TAP301\n")
    (tmp_path / "wide.py").write_text("import torch\n", "utf-16")
    for _ in range(2):
        result = tapelint("check", jobs, *options)
        assert result.returncode == 2
        told = {each.split(": ")[1].partition(":")[0] for each in result.stderr.splitlines()}
        assert told == {*(f"{kind}-with-torch.py" for kind in others), "suppressed.py", "wide.py"}
        assert result.stdout == (
            "No findings, 2 files checked, 1 mentions torch, "
            f"{len(others)} more could not be read: -v lists them.\n"
        )


def test_in_a_folder_it_is_counted(tapelint: Run, tmp_path: Path, kind: str) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "bad.py").write_bytes(broken(kind, "without"))
    (tmp_path / "in" / "good.py").write_text("import torch\n")
    said = "No findings, 1 file checked, 1 could not be read: -v lists it.\n"
    for options in (["--no-cache"], [], []):  # the last one has all in its cache
        result = tapelint("check", "in", *options)
        assert (result.returncode, result.stdout, result.stderr) == (0, said, "")
    assert str(Path("in", "bad.py")) in tapelint("check", "in", "-v").stderr.splitlines()[0]
    result = tapelint("check", "in", "--output-format", "json")
    assert (result.returncode, json.loads(result.stdout)) == (0, [])
    assert result.stderr == "tapelint: 1 file could not be read: `tapelint check -v` lists it\n"
    assert tapelint("check", str(Path("in", "bad.py"))).returncode == 2


@pytest.mark.parametrize("head", HEADS)
def test_in_standard_input_it_is_told(tapelint: Run, kind: str, head: str) -> None:
    try:
        text = broken(kind, head).decode()
    except UnicodeDecodeError:
        pytest.skip("the fixture gives texts")
    result = tapelint("check", "-", input=text)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


def cell(source: str) -> dict[str, object]:
    return {
        "cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
        "source": [source],
    }  # fmt: skip


@pytest.mark.parametrize("head", ["import torch\n", ""])
@pytest.mark.parametrize("what", ["cell", "json", "empty"])
def test_a_notebook_is_told(tapelint: Run, tmp_path: Path, head: str, what: str) -> None:
    whole = json.dumps(
        {
            "cells": [cell(head + "x = 1\n"), cell("def f(:\n")],
            "metadata": {},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )
    content = {"cell": whole, "json": whole[:-5], "empty": ""}[what]
    (tmp_path / "bad.ipynb").write_text(content)
    for _ in range(2):
        result = tapelint("check", "bad.ipynb")
        assert result.returncode == 2
        assert result.stderr.startswith("tapelint: bad.ipynb")
        assert result.stderr.count("\n") == 1
    in_folder = tapelint("check", ".")
    if head and what != "empty":
        assert (in_folder.returncode, in_folder.stderr) == (2, result.stderr)
    else:
        assert in_folder.returncode == 0
        assert "1 could not be read: -v lists it." in in_folder.stdout


def test_what_is_no_python_by_right(tapelint: Run, tmp_path: Path) -> None:
    """Pages, and notebooks of other languages, are not read as Python."""
    (tmp_path / "page.md").write_text("def f(:\n\n```python\ndef f(:\n```\n")
    kernel = {"kernelspec": {"language": "R", "name": "ir", "display_name": "R"}}
    whole = {"cells": [cell("x <- 1\n")], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "r.ipynb").write_text(json.dumps(whole))
    (tmp_path / "skipped.py").write_text("# tapelint: skip-file\nx = = 1\n")
    result = tapelint("check", "page.md", "r.ipynb", "skipped.py")
    assert (result.returncode, result.stderr) == (0, "")


def test_a_link_to_nothing(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text("import torch\n")
    (tmp_path / "link.py").symlink_to("nowhere.py")
    for _ in range(2):
        result = tapelint("check")
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout == "No findings, 1 file checked, 1 could not be read: -v lists it.\n"
    complaint = "tapelint: link.py: no such file or folder; check the path"
    assert tapelint("check", "-v").stderr.splitlines()[0] == complaint
    named = tapelint("check", "link.py")
    assert (named.returncode, named.stderr) == (2, f"{complaint}\n")


def test_a_named_link_to_nothing_is_told_once(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    link = Path("in", "gone.py")
    try:
        (tmp_path / link).symlink_to("nowhere.py")
    except OSError:
        pytest.skip("no symbolic links here")
    for paths in ([str(link), "in"], ["in", str(link)], [str(link), str(link)]):
        result = tapelint("check", *paths)
        assert result.returncode == 2
        assert result.stderr == f"tapelint: {link}: no such file or folder; check the path\n"


def test_flake8_tells_it_as_its_own(flake8: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_bytes(TORCH + BROKEN["a-def"])
    assert "E999" in flake8("--isolated", "--select", "TAP,E9", "bad.py").stdout


def test_a_changed_file_is_told(tapelint: Run, tmp_path: Path) -> None:
    git: Callable[..., object] = lambda *arguments: subprocess.run(  # noqa: E731
        ["git", "-C", str(tmp_path), "-c", "user.name=x", "-c", "user.email=x@x", *arguments],
        check=True,
        capture_output=True,
    )
    git("init", "-q")
    (tmp_path / "bad.py").write_text("x = 1\n")
    git("add", ".")
    git("commit", "-qm", "first")
    assert tapelint("check", "--diff-base", "HEAD", "bad.py").returncode == 0
    (tmp_path / "bad.py").write_bytes(BROKEN["a-def"])
    assert tapelint("check", "--diff-base", "HEAD", "bad.py").returncode == 2
    assert "1 could not be read" in tapelint("check", "--diff-base", "HEAD").stdout


def test_how_many_mention_torch(tapelint: Run, tmp_path: Path) -> None:
    for at in range(3):
        (tmp_path / f"a{at}.py").write_text("import torch\n" if at else "x = 1\n")
    assert tapelint("check").stdout == "No findings, 3 files checked, 2 mention torch.\n"
    assert tapelint("check", "a0.py").stdout == (
        "No findings, 1 file checked, none mentions torch.\n"
    )
