"""What can be told from bytes is told at once, and says what the whole command would say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from tapelint.cli import check
from tapelint.screen import may_fire, may_matter, may_suppress
from tapelint.start import FLAGS, files_without_interest

from .caching.running import PITFALL, write
from .test_notebooks import notebook

PLAIN = "import os\n\n\ndef here() -> str:\n    return os.getcwd()\n"
CLEAN = """\
import torch


def train(model, batches):
    optimiser = torch.optim.Adam(model.parameters())
    for inputs, wanted in batches:
        optimiser.zero_grad()
        loss = ((model(inputs) - wanted) ** 2).mean()
        loss.backward()
        optimiser.step()
    return torch.tensor([1.0])
"""
WHOLE = "import sys; from tapelint.cli import main; main(prog_name='tapelint')"


def modules(folder: Path, *arguments: str) -> set[str]:
    """The modules that a run over a clean file imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tapelint", "check", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("No findings, 1 file checked")
    lines = [each for each in done.stderr.splitlines() if each.startswith("import time:")]
    return {each.rpartition("|")[2].strip() for each in lines}


@pytest.mark.parametrize("options", [[], ["--no-cache"], ["--isolated"], ["--ignore-noqa"]])
def test_a_file_without_torch_needs_next_to_nothing(options: list[str], tmp_path: Path) -> None:
    write(tmp_path, {"plain.py": PLAIN})
    imported = modules(tmp_path, *options, "plain.py")
    ours = {name for name in imported if name.startswith("tapelint.")}
    assert ours == {
        "tapelint.commands",
        "tapelint.commands.closing_line",
        "tapelint.commands.counting",
        *([] if "--isolated" in options else ["tapelint.governing_files"]),
        "tapelint.screen",
        "tapelint.source",
        "tapelint.source.files",
        "tapelint.source.python_files",
        "tapelint.start",
        "tapelint.version",
    }
    heavy = "ast click dataclasses hashlib inspect json libcst platform threading tokenize typing"
    assert not imported & set(heavy.split())


def same(folder: Path, *arguments: str) -> str:
    """What the command says, which is what it says without this module."""
    commands = [[sys.executable, "-m", "tapelint"], [sys.executable, "-c", WHOLE]]
    first, second = (
        subprocess.run(
            [*command, "check", *arguments], cwd=folder, capture_output=True, text=True, check=False
        )
        for command in commands
    )
    assert (first.returncode, first.stdout, first.stderr) == (
        second.returncode,
        second.stdout,
        second.stderr,
    )
    return first.stdout + first.stderr


def test_the_same_is_said(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "plain.py": PLAIN,
            "torch.py": PITFALL,
            "unused.py": "x = 1  # noqa: TAP302\n",
            "no.ipynb": "{",
            "a.ipynb": notebook(),
            "page.md": "text",
            "no_python": "][",
            "inner/tapelint.toml": "select = []",
            "inner/plain.py": PLAIN,
            "wrong/pyproject.toml": "[tool.tapelint]\nunknown = 1\n",
            "wrong/plain.py": PLAIN,
        },
    )
    (tmp_path / "wide.py").write_text(PITFALL, encoding="utf-16")
    (tmp_path / "wide_le.py").write_text(PITFALL, encoding="utf-16-le")
    assert same(tmp_path, "plain.py") == "No findings, 1 file checked, none mentions torch.\n"
    assert "2 files" in same(tmp_path, "plain.py", "page.md", "./plain.py", "inner/../plain.py")
    assert "1 finding" in same(tmp_path, "plain.py", "torch.py")
    assert "TAP" in same(tmp_path, "unused.py")
    assert "absent.py: no such file" in same(tmp_path, "absent.py", "plain.py")
    assert "unknown setting" in same(tmp_path, "wrong/plain.py")
    assert "2 files" in same(tmp_path, "a.ipynb", "inner/plain.py")
    assert "no_python:1:1: syntax error" in same(tmp_path, "no_python", "plain.py")
    for name in ("wide.py", "wide_le.py", "no.ipynb"):
        assert name in same(tmp_path, name)
    assert same(tmp_path, "-q", "plain.py") == ""
    assert "No findings" in same(tmp_path, "--ignore-noqa", "plain.py")
    assert "No findings" in same(tmp_path, "--color", "never", "plain.py")
    assert "No findings" in same(tmp_path, "--config", "select=['TAP2']", "plain.py")
    assert "No findings" in same(tmp_path, "--fix", "--show-fixes", "plain.py")
    assert "no such option" in same(tmp_path, "--unknown", "plain.py").lower()
    assert "No findings" in same(tmp_path, ".", "--exclude", "*")


def test_what_may_be_answered_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a.py": PLAIN, "b.py": PLAIN})
    assert files_without_interest(["check", "a.py", "b.py", "./a.py"]) == 2
    write(tmp_path, {"torch.py": PITFALL})
    assert files_without_interest(["check", "a.py"]) is None  # it may get tensors from there
    (tmp_path / "torch.py").rename(tmp_path / "torch.txt")
    for other in (["check"], ["rule", "a.py"], [], ["check", "."], ["check", "a.py", "torch.txt"]):
        assert files_without_interest(other) is None
    assert files_without_interest(["check", "--fix", "a.py"]) is None
    (tmp_path / "tapelint.toml").touch()
    assert files_without_interest(["check", "--isolated", "a.py"]) == 1


def test_a_shell_that_asks_for_words_gets_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a.py": PLAIN})
    monkeypatch.setenv("_TAPELINT_COMPLETE", "bash_complete")
    assert files_without_interest(["check", "a.py"]) is None


def test_the_options_are_those_of_the_command() -> None:
    known = {
        name: each
        for each in check.params
        for name in (*each.opts, *each.secondary_opts)
        if isinstance(each, click.Option)
    }
    assert all(known[name].is_flag and known[name].expose_value for name in FLAGS)


def test_what_matters_to_a_rule_may_matter() -> None:
    for text in ("# tapelint: skip", "#NOQA : tap101", "x # noqa:E1,TAP302", "import torch"):
        source = text.encode()
        assert may_suppress(source) or may_fire(source, ["import"])
        assert may_matter(source)
    assert not may_matter(PLAIN.encode())


def test_what_a_notebook_shows_is_looked_through_once() -> None:
    """A search that begins anew at each ``#`` would take hours."""
    shown = b"\\n# tapelint noqa " + b"\\n#" * 1_000_000
    assert not may_suppress(shown.replace(b"tapelint", b"tape").replace(b"noqa", b"no"))
    assert not may_suppress(shown)
    assert may_suppress(shown + b"TAP101")
    assert may_suppress(shown + b"\n# tapelint : skip")


def test_a_clean_file_with_torch_needs_no_libcst(tmp_path: Path) -> None:
    write(tmp_path, {"clean.py": CLEAN})
    imported = modules(tmp_path, "--no-cache", "clean.py")
    assert "tapelint.tape.driver" in imported
    assert not imported & {"hashlib", "importlib.resources", "libcst", "multiprocessing", "sqlite3"}
    modules(tmp_path, "clean.py")
    imported = modules(tmp_path, "clean.py")
    assert "tapelint.caching.cache" in imported
    assert not imported & {"hashlib", "libcst", "multiprocessing", "tapelint.tape.driver"}


SPREADING = """\
import atexit, sys
from tapelint.cli import main
atexit.register(lambda: print(*sys.modules))
main(["check", "-j2", "--no-cache"])
"""


def test_the_process_that_hands_out_work_does_none(tmp_path: Path) -> None:
    write(tmp_path, {f"clean{at}.py": CLEAN for at in range(30)})
    done = subprocess.run(
        [sys.executable, "-c", SPREADING],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    summary, imported = done.stdout.splitlines()
    assert summary == "No findings, 30 files checked."
    assert not {"libcst", "tapelint.reading", "tapelint.tape.driver"} & set(imported.split())
