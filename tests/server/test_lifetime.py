"""How the server starts and ends, and what becomes of the process that lints."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tapelint import Settings
from tapelint.server import linter
from tapelint.server.jobs import Job, Lint
from tapelint.source.errors import SourceError

from ..conftest import Run
from .editor import COMMAND, PITFALL, Editor
from .processes import children, lives, until
from .raw import Raw

on_posix = pytest.mark.skipif(os.name != "posix", reason="signals and processes as POSIX has them")


def test_the_server_leaves_with_the_editor(start: Callable[..., Editor], tmp_path: Path) -> None:
    editor = start()
    uri = (tmp_path / "a.py").as_uri()
    editor.open(uri, PITFALL)
    editor.published(uri)
    (worker,) = children(editor.process.pid)
    editor.type(uri, PITFALL * 300)
    assert editor.end() == 0
    editor.until(lambda: not lives(worker))


def test_the_server_ends_with_its_input(tmp_path: Path) -> None:
    result = subprocess.run([*COMMAND], input=b"", capture_output=True, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (1, b"", b"")


@on_posix
@pytest.mark.parametrize("how", ["the input ends", "exit"])
def test_the_server_ends_in_the_middle_of_its_work(tmp_path: Path, how: str) -> None:
    """It says nothing on standard error, and leaves no process."""
    server = Raw(tmp_path)
    try:
        server.begin()
        for name in ("one", "two", "three"):
            server.open(f"untitled:{name}", PITFALL + "y = w.exp()\ny.add_(1)\n" * 10_000)
        until(lambda: len(children(server.process.pid)) == linter.MOST_PROCESSES)
        workers = children(server.process.pid)
        if how == "exit":
            server.tell("exit", None)
        assert server.end() == (1, "")
        until(lambda: not any(lives(each) for each in workers))
    finally:
        server.stop()


@on_posix
def test_the_server_ends_when_the_editor_dies(start: Callable[..., Editor], tmp_path: Path) -> None:
    """Even if something else holds the pipe open: here the tests do."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as dying:
        editor = start(process=dying.pid)
        editor.open("untitled:a", PITFALL)
        editor.published("untitled:a")
        (worker,) = children(editor.process.pid)
        dying.kill()
    assert editor.wait(editor.process.wait()) == 1
    editor.until(lambda: not lives(worker))


@on_posix
def test_the_process_that_lints_ends_when_the_server_is_killed(
    start: Callable[..., Editor],
) -> None:
    """Even in the middle of a text that would keep it busy for minutes."""
    editor = start()
    editor.open("untitled:a", PITFALL)
    editor.published("untitled:a")
    (worker,) = children(editor.process.pid)
    editor.type("untitled:a", PITFALL + "y = w.exp()\ny.add_(1)\ny.sum().backward()\n" * 6_500)
    time.sleep(1)  # it has begun
    editor.process.kill()
    editor.until(lambda: not lives(worker))


@on_posix
def test_a_process_that_dies_is_replaced(start: Callable[..., Editor]) -> None:
    editor = start()
    editor.open("untitled:a", PITFALL)
    editor.published("untitled:a")
    (worker,) = children(editor.process.pid)
    os.kill(worker, signal.SIGKILL)
    editor.until(lambda: not lives(worker))
    version = editor.type("untitled:a", PITFALL + "w.zero_()\n")
    editor.published("untitled:a", version)
    version = editor.type("untitled:a", PITFALL)
    assert [each.code for each in editor.published("untitled:a", version)] == ["TAP201"]
    editor.client.exit(None)
    assert editor.wait(editor.process.wait()) == 1, "an exit without a shutdown"


def test_unwanted_work_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter, "PATIENCE", 0.1)

    async def run() -> object:
        one = linter.Linter()
        try:
            await one.do(Lint("a.py", PITFALL, Settings()))
            slow = asyncio.ensure_future(one.do(sleeping()))
            await asyncio.sleep(0.2)
            slow.cancel()
            return await one.do(Lint("a.py", PITFALL, Settings()))
        finally:
            await one.stop()

    found = asyncio.run(run())
    assert isinstance(found, list)
    assert [each.code for each in found] == ["TAP201"]


def test_work_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter, "LONGEST", 0.2)

    async def run() -> object:
        one = linter.Linter()
        try:
            return await one.do(sleeping())
        finally:
            await one.stop()

    found = asyncio.run(run())
    assert isinstance(found, SourceError)
    assert found.reason == "given up after 0 seconds"


def sleeping() -> Job:
    """A job that sleeps as the process reads it: it knows no class of the tests."""
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Sleeping(Lint):
        def __reduce__(self) -> tuple[object, ...]:
            return time.sleep, (3600,)

    return Sleeping("a.py", "", Settings())


def test_by_a_port(start: Callable[..., Editor]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen([*COMMAND, "--tcp", str(port)]) as server:
        try:
            editor = start(port=port)
            editor.open("untitled:a", PITFALL)
            assert len(editor.published("untitled:a")) == 1
            editor.end()
            assert server.wait(60) == 0
        finally:
            server.kill()


def test_a_port_that_is_taken_is_one_line(tapelint: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = tapelint("server", "--tcp", str(port))
    assert result.returncode == 2
    assert result.stderr.startswith(f"tapelint: port {port}: cannot be used: ")
    assert result.stderr.count("\n") == 1


def test_without_the_extra_there_is_one_line() -> None:
    script = (
        "import sys; sys.modules['pygls'] = None; from tapelint.cli import main; main(['server'])"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    expected = 'tapelint: the language server needs pygls 2; run: pip install "pygls>=2.1,<3"\n'
    assert (result.returncode, result.stdout, result.stderr) == (2, "", expected)


def test_a_mistake_in_an_option_is_one_line(tapelint: Run) -> None:
    result = tapelint("server", "--select", "TAP999")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
