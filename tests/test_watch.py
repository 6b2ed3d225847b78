"""``check --watch``, as a process on a terminal and beside one."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .conftest import Run

pytest.importorskip("watchfiles")
PITFALL = "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
CLEAN = PITFALL.replace("w.normal_()\n", "")
READY = "watching for changes; Ctrl-C ends it"
CLEARED = "\x1b[2J"
_PATIENCE = 120
"""Seconds after which a process that says nothing more is taken to hang."""


class Watching:
    """A command that watches, with its end of a terminal or a pipe."""

    def __init__(self, process: subprocess.Popen[bytes], end: int) -> None:
        self.process = process
        self._end = end
        self._left = ""

    def round(self) -> str:
        """What is said until the files have been linted once more."""
        deadline = time.monotonic() + _PATIENCE
        while READY not in self._left and time.monotonic() < deadline:
            if select.select([self._end], [], [], 1)[0]:
                part = os.read(self._end, 65536)
                assert part, f"it has ended: {self._left}"
                self._left += part.decode()
        assert READY in self._left, self._left
        said, _, self._left = self._left.partition(READY)
        self._left = self._left.lstrip("\r\n")
        return said

    def rounds_until(self, text: str) -> list[str]:
        """What each round says, up to the one that says a text."""
        rounds = [self.round()]
        while text not in rounds[-1]:
            rounds.append(self.round())
        return rounds

    def says_nothing_for(self, seconds: float) -> bool:
        """Whether nothing is said for a while."""
        return not self._left and not select.select([self._end], [], [], seconds)[0]

    def interrupt(self) -> int:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(_PATIENCE)


@contextmanager
def watching(folder: Path, *arguments: str, terminal: bool = True) -> Iterator[Watching]:
    """Run ``check --watch``."""
    main_end, command_end = pty.openpty() if terminal else os.pipe()
    environment = {key: each for key, each in os.environ.items() if key != "FORCE_COLOR"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tapelint", "check", "--watch", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=command_end,
        stderr=command_end,
        env={**environment, "TERM": "xterm", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    )
    os.close(command_end)
    try:
        yield Watching(process, main_end)
    finally:
        process.kill()
        process.wait()
        os.close(main_end)


def test_files_are_linted_again_when_they_change(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    (tmp_path / "inner").mkdir()
    with watching(tmp_path) as command:
        first = command.round()
        assert first.startswith(CLEARED)
        assert "a.py:4:1: TAP201" in first
        (tmp_path / "a.py").write_text(CLEAN)
        *_, second = command.rounds_until("No findings, 1 file checked.")
        assert second.startswith(CLEARED)
        (tmp_path / "inner" / "b.py").write_text(PITFALL)
        command.rounds_until("1 finding in 1 of 2 files")
        (tmp_path / "tapelint.toml").write_text('ignore = ["TAP201"]\n')
        command.rounds_until("No findings, 2 files checked.")
        (tmp_path / "tapelint.toml").write_text("ignore = 1\n")
        command.rounds_until("tapelint.toml:1: ignore: expected an array of rules")
        (tmp_path / "tapelint.toml").unlink()
        (tmp_path / "inner" / "b.py").rename(tmp_path / "inner" / "c.py")
        command.rounds_until("c.py:4:1: TAP201")
        assert command.interrupt() == 130


def test_changes_in_a_row_are_one(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    with watching(tmp_path, "-j1") as command:
        command.round()
        for number in range(60):
            (tmp_path / f"b{number}.py").write_text(PITFALL)
            time.sleep(0.02)
        assert len(command.rounds_until("61 findings in 61 files")) <= 5


def test_what_cannot_change_the_report_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    with watching(tmp_path, "--output-file", "report.md", "--fix") as command:
        command.round()  # it writes the report, the file with its fix, and the cache
        assert "with torch.no_grad():" in (tmp_path / "a.py").read_text()
        rounds = 1
        while not command.says_nothing_for(2):
            command.round()
            rounds += 1
            assert rounds < 10, "what it writes itself starts it again"
        assert rounds > 1, "the file with its fix is linted once more"
        (tmp_path / "notes.txt").write_text("text")
        assert command.says_nothing_for(2)


def test_what_makes_a_project_is_looked_for_anew(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "app").mkdir()
    (tmp_path / "src" / "helper.py").write_text(
        "import torch\n\n\ndef pack(x):\n    return torch.tensor(x)\n"
    )
    (tmp_path / "app" / "use.py").write_text(
        "import torch\nfrom helper import pack\n\nw = torch.ones(3, requires_grad=True)\n"
        "loss = pack([w.sum(), w.prod()]).sum()\nloss.backward()\n"
    )
    with watching(tmp_path, "--output-format", "concise") as command:
        assert "No findings" in command.round()
        (tmp_path / "pyproject.toml").write_text("[project]\n")
        command.rounds_until("app/use.py:5:8: TAP101")


def test_a_file_that_is_named_is_watched(tmp_path: Path) -> None:
    (tmp_path / "train").write_text(PITFALL)
    (tmp_path / "other.txt").write_text("")
    with watching(tmp_path, "train", "--output-format", "concise") as command:
        assert "train:4:1: TAP201" in command.round()
        (tmp_path / "new").write_text(CLEAN)
        (tmp_path / "new").replace(tmp_path / "train")  # as editors save
        command.rounds_until("No findings, 1 file checked.")


def test_without_a_terminal_nothing_is_cleared(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    with watching(tmp_path, "--output-format", "concise", terminal=False) as command:
        assert command.round().startswith("a.py:4:1: TAP201")


def test_without_watchfiles_one_line_says_what_to_do(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "watchfiles.py").write_text("raise ImportError('not here')\n")
    (tmp_path / "a.py").write_text(PITFALL)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-m", "tapelint", "check", "--watch", "a.py"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        'tapelint: --watch needs watchfiles; run: pip install "watchfiles>=0.21"\n'
    )
