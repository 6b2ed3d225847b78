"""No process is left behind, however a command ends, and nothing is half-written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .server.processes import children, lives, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
METHODS = ("fork", "spawn", "forkserver")
WORK = """\
import multiprocessing, os, pathlib, sys, time
from tapelint.commands.interrupts import ending_when_told
from tapelint.processes import InFlight, spread

def work(batch):
    number = os.getpid()
    pathlib.Path(str(number)).touch()
    while True:  # busy, as a process that lints is
        sum(range(1000))

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    with ending_when_told():
        in_flight = InFlight(is_watched=True)
        list(spread(work, list(range(60)), [1] * 60, 3, int, in_flight))
"""
SLOW = "import torch\nw = torch.ones(3, requires_grad=True)\nw.data.zero_()\n" + "".join(
    f"def f{at}(x):\n    x = x.data + torch.ones(3).sum()\n    return x\n" for at in range(2000)
)
_PATIENCE = 60


def _until_gone(processes: list[int]) -> None:
    try:
        until(lambda: not any(map(lives, processes)))
    finally:  # or the next tests share the machine with them
        for each in filter(lives, processes):
            os.kill(each, signal.SIGKILL)


def _ended(process: subprocess.Popen[bytes], number: signal.Signals) -> tuple[int, str]:
    """How a process ends that alone is sent a signal, and what it has said on standard error."""
    process.send_signal(number)
    _, errors = process.communicate(timeout=_PATIENCE)
    return process.returncode, errors.decode()


@pytest.mark.process
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("method", METHODS)
def test_processes_end_with_the_one_that_they_work_for(
    method: str, number: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "work.py").write_text(WORK)
    command = [sys.executable, "work.py", method]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE)
    until(lambda: len(list(tmp_path.glob("[0-9]*"))) == 3)
    working = [int(each.name) for each in tmp_path.glob("[0-9]*")]
    process.send_signal(number)
    process.wait(_PATIENCE)
    _until_gone(working)
    process.communicate()


def _project(folder: Path) -> dict[Path, str]:
    files = {folder / f"f{at}.py": SLOW for at in range(30)}
    for path, text in files.items():
        path.write_text(text)
    return files


def _working(process: subprocess.Popen[bytes], jobs: int) -> list[int]:
    """The processes that work for a command, once they do."""
    until(lambda: jobs == 1 or len(children(process.pid)) == jobs)
    time.sleep(1)
    return children(process.pid)


@pytest.mark.process
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(
    ("options", "jobs"), [([], 3), (["--fix"], 1), (["--fix"], 3), (["--watch"], 3)]
)
def test_a_command_ends_with_all_that_works_for_it(
    options: list[str], jobs: int, number: signal.Signals, tmp_path: Path
) -> None:
    files = _project(tmp_path)
    command = [sys.executable, "-m", "tapelint", "check", "--no-cache", "-j", str(jobs), *options]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # Background jobs of a shell ignore interrupts, and so do all their children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    working = _working(process, jobs)
    code, said = _ended(process, number)
    _until_gone(working)
    assert code == {signal.SIGKILL: -9, signal.SIGTERM: 143, signal.SIGINT: 130}[number]
    word = {signal.SIGKILL: "", signal.SIGTERM: "terminated", signal.SIGINT: "interrupted"}[number]
    left = "; what was not written yet is left as it was" if "--fix" in options else ""
    told = "" if not word or "--watch" in options else f"tapelint: {word}{left}\n"
    assert said == told
    assert {path: path.read_text() for path in tmp_path.iterdir()} == files


@pytest.mark.process
def test_a_server_that_is_told_to_end_leaves_none(tmp_path: Path) -> None:
    pytest.importorskip("pygls")
    from .server.raw import Raw

    server = Raw(tmp_path)
    try:
        server.begin()
        server.open("untitled:a", SLOW + "y = w.exp()\n" + "y = w.exp()\ny.add_(1)\n" * 6_000)
        working = _working(server.process, 1) or children(server.process.pid)
        assert working
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(_PATIENCE)
        _until_gone(working)
    finally:
        server.stop()
