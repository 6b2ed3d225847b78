"""Runs ``python -m MODULE`` as a process of its own that finds its imports done.

The tests run the commands many hundred times, and most of what a short run costs are its imports.
So a process that runs tests starts one more, which imports what every run needs, and forks for
each run. A run has its own folder, variables, arguments and streams, its modules are executed as
``python -m`` does, and it ends as Python ends: no run sees another one. What depends on how Python
itself starts is not tested this way, but by ``tests/test_start.py`` and others that start Python;
``tests/test_warm.py`` holds both ways against each other.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

IMPORTED = (
    "tapelint.cli",
    "tapelint.commands.checking",
    "tapelint.lint",
    "tapelint.reading",
    "tapelint.source.parsing",
    "tapelint.explaining.explain",
    "libcst.metadata",
    "flake8.main.cli",
)
"""What is imported once, besides the rules. What few runs need is left to them."""
IS_POSSIBLE = sys.platform == "linux"
SECONDS = 300
_MOST_BYTES = 1 << 17
_NAMES = ("stdin", "stdout", "stderr")


class Forker:
    """The process that forks, seen from the one that runs tests; it ends with that one."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])

    def run(
        self, module: str, arguments: Sequence[str], folder: str, environment: Mapping[str, str],
        given: str = "", seconds: float = SECONDS,
    ) -> subprocess.CompletedProcess[str]:  # fmt: skip
        """Run a module.

        Args:
            module: Its name, as for ``python -m``.
            arguments: What follows the name.
            folder: Where it runs.
            environment: All of its variables.
            given: What its standard input holds.
            seconds: After how many it is killed.

        Raises:
            subprocess.TimeoutExpired: It does not end.
        """
        command = [sys.executable, "-m", module, *arguments]
        with (
            tempfile.TemporaryFile() as stdin,
            tempfile.TemporaryFile() as stdout,
            tempfile.TemporaryFile() as stderr,
        ):
            stdin.write(given.encode())
            stdin.seek(0)
            request = [module, list(arguments), folder, dict(environment)]
            streams = [each.fileno() for each in (stdin, stdout, stderr)]
            socket.send_fds(self._socket, [json.dumps(request).encode()], streams)
            process = self._told()
            try:
                code = self._told(seconds)
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                self._told()  # or the next run would take it for its own
                raise subprocess.TimeoutExpired(command, seconds) from None
            said = []
            for each in (stdout, stderr):
                each.seek(0)
                said.append(each.read().decode().replace("\r\n", "\n").replace("\r", "\n"))
        return subprocess.CompletedProcess(command, code, *said)

    def close(self) -> None:
        """End the process."""
        self._socket.close()
        self._process.wait(SECONDS)

    def _told(self, seconds: float | None = None) -> int:
        self._socket.settimeout(seconds)
        told = self._socket.recv(_MOST_BYTES)
        assert told, "the process that forks has died"
        return int(told)


# --- in the process that forks ---


def main() -> None:
    """Import, then fork for each request; returns where there are none left, and in each fork."""
    control = socket.socket(fileno=int(sys.argv[1]))
    for name in IMPORTED:
        importlib.import_module(name)
    importlib.import_module("tapelint.rules").all_rules()
    gc.collect()
    gc.freeze()
    while True:
        request, streams, _, _ = socket.recv_fds(control, _MOST_BYTES, len(_NAMES))
        if not request:
            return
        process = os.fork()
        if process == 0:
            control.close()
            become(*json.loads(request), streams)
            return
        for each in streams:
            os.close(each)
        control.send(str(process).encode())
        control.send(str(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])).encode())


def become(
    module: str, arguments: list[str], folder: str, environment: dict[str, str], streams: list[int]
) -> None:
    """Go on as a run of a module, which may end the process."""
    for at, name in enumerate(_NAMES):
        os.dup2(streams[at], at)
        os.close(streams[at])
        setattr(sys, name, _opened(at, name))
        setattr(sys, f"__{name}__", getattr(sys, name))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [module, *arguments]
    sys.path[0] = os.getcwd()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _opened(number: int, name: str) -> Any:
    """A standard stream as Python opens it where it is no terminal, in UTF-8."""
    if name == "stderr":
        return open(number, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)
    return open(number, "r" if name == "stdin" else "w", encoding="utf-8", closefd=False)


if __name__ == "__main__":
    main()
