"""A worker process, as the server sees it: it is given a job and answers with its result."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
import time
from collections.abc import Coroutine
from typing import Any

from tapelint.server.jobs import Job
from tapelint.server.worker import LENGTH, READY, packed

_COMMAND = "import sys; sys.path[:] = {path!r}; from tapelint.server.worker import main; main()"


class Process:
    """A process that does one job at a time.

    Attributes:
        was_killed: Whether we have ended it.
    """

    def __init__(self) -> None:
        self.was_killed = False
        self._process: asyncio.subprocess.Process | None = None
        self._starting: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[object] | None = None
        self._is_gone = False
        self._is_ready = False
        self._asked: float | None = None

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked, as far as is known."""
        has_ended = self._process is not None and self._process.returncode is not None
        return not (self.was_killed or self._is_gone or has_ended)

    @property
    def seconds(self) -> float:
        """How long it has been doing its job; what it takes to start does not count."""
        return 0.0 if self._asked is None else time.monotonic() - self._asked

    def start(self) -> None:
        """Start it; it makes itself ready."""
        self._starting = asyncio.get_running_loop().create_task(self._start())

    def result(self, job: Job, longest: float) -> Coroutine[Any, Any, object]:
        """Begin a job; its result can be waited for.

        Args:
            job: What to do.
            longest: The seconds that it may take.

        Raises:
            EOFError: The process is gone.
            TimeoutError: It took too long; the process is killed.
        """
        self._asked = None
        return self._result(job, longest)

    async def _result(self, job: Job, longest: float) -> object:
        asking = self._asking = asyncio.ensure_future(self._ask(job))
        await asyncio.wait({asking}, timeout=longest)
        if asking.done():
            self._is_gone = asking.exception() is not None
            return asking.result()
        self.kill()
        raise TimeoutError

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self.was_killed = True
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def end(self) -> None:
        """End it, and wait until it and its pipes are gone."""
        self.kill()
        waiting = {each for each in (self._starting, self._asking) if each is not None}
        if waiting:
            await asyncio.wait(waiting)
        if self._process is not None and self._process.stdout is not None:
            await self._process.stdout.read()
            await self._process.wait()

    async def _start(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                _COMMAND.format(path=sys.path),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        except OSError:
            self._is_gone = True
            return
        if self.was_killed:
            self.kill()

    async def _ask(self, job: Job) -> object:
        assert self._starting is not None
        await asyncio.wait({self._starting})
        if self._process is None or self.was_killed:
            raise EOFError
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            if not self._is_ready:
                await self._process.stdout.readexactly(len(READY))
                self._is_ready = True
            self._asked = time.monotonic()
            self._process.stdin.write(packed(job))
            await self._process.stdin.drain()
            head = await self._process.stdout.readexactly(LENGTH.size)
            answer = await self._process.stdout.readexactly(LENGTH.unpack(head)[0])
        except OSError:
            raise EOFError from None
        try:
            return pickle.loads(answer)
        except Exception:  # another version was installed meanwhile
            raise EOFError from None
