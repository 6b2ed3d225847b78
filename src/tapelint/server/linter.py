"""Asks the worker process, one job at a time, and stops it where its work is no longer wanted."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import pickle
import sys
import time
from typing import Any

from tapelint.server.jobs import Job, Lint
from tapelint.server.worker import LENGTH, packed
from tapelint.source.errors import SourceError

_COMMAND = "import sys; sys.path[:] = {path!r}; from tapelint.server.worker import main; main()"
PATIENCE = 1.0
"""Seconds that unwanted work may take: a new process takes about as long to start."""
LONGEST = 120.0
"""Seconds after which a job is given up."""


class Linter:
    """Does jobs in another process."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._waiting: asyncio.PriorityQueue[tuple[int, int, Job, asyncio.Future[Any]]]
        self._waiting = asyncio.PriorityQueue()
        self._numbers = itertools.count()
        self._serving: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the process, so that it is ready for the first job."""
        if self._serving is None:
            self._serving = asyncio.get_running_loop().create_task(self._serve())

    async def do(self, job: Job) -> Any:
        """The result of a job. Cancelling takes the job back.

        What the user waits for goes before linting.
        """
        self.start()
        future = asyncio.get_running_loop().create_future()
        rank = 1 if isinstance(job, Lint) else 0
        self._waiting.put_nowait((rank, next(self._numbers), job, future))
        return await future

    async def stop(self) -> None:
        """End the process."""
        if self._serving is not None:
            self._serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._serving
            self._serving = None
        await self._kill()

    async def _serve(self) -> None:
        with contextlib.suppress(OSError):
            await self._started()
        while True:
            _, _, job, future = await self._waiting.get()
            if future.done():
                continue
            result = await self._result(job, future)
            if not future.done():
                future.set_result(result)

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                _COMMAND.format(path=sys.path),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        return self._process

    async def _result(self, job: Job, future: asyncio.Future[Any]) -> object:
        """The result of a job; of one that is no longer wanted, an error soon."""
        began = time.monotonic()
        answer = asyncio.ensure_future(self._ask(job))
        try:
            await asyncio.wait(
                {answer, future}, timeout=LONGEST, return_when=asyncio.FIRST_COMPLETED
            )
            if future.done() and not answer.done():
                await asyncio.wait({answer}, timeout=PATIENCE - (time.monotonic() - began))
            if answer.done():
                return answer.result()
            reason = f"given up after {LONGEST:.0f} seconds"
        except (OSError, EOFError, pickle.UnpicklingError):
            reason = "the process that lints died; lint the file alone to see why"
        finally:
            if not answer.done():
                answer.cancel()
        await self._kill()
        with contextlib.suppress(OSError):
            await self._started()
        return SourceError(job.path, reason)

    async def _ask(self, job: Job) -> object:
        process = await self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(packed(job))
        await process.stdin.drain()
        head = await process.stdout.readexactly(LENGTH.size)
        return pickle.loads(await process.stdout.readexactly(LENGTH.unpack(head)[0]))

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
