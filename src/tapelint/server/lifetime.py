"""Starting the server, and ending it with the editor that has started it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable
from typing import Any

from tapelint.server.protocol import Server, connect
from tapelint.server.service import Service
from tapelint.settings.files import SettingsResolver

_LOOK_EVERY = 5.0
"""Seconds between two looks whether the editor still lives."""


def run(read_settings: Callable[[], SettingsResolver], delay: float, port: int | None) -> int:
    """Serve one editor until it goes.

    Args:
        read_settings: Gives a new reader of settings.
        delay: Seconds without a key before a document is linted.
        port: The port of this machine to listen at; ``None`` for standard input and output.

    Returns:
        The exit code that the protocol wants: 0 after a shutdown, 1 otherwise.
    """
    # Both write on standard error what concerns no user: tracebacks of requests that are refused,
    # processes that ended before they could be killed.
    for name in ("pygls", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    server = Server()
    service = Service(server, read_settings, delay)
    connect(server, service)
    service.on_begin = lambda: _begin(server, service)
    try:
        if port is None:
            server.start_io()
        else:
            with contextlib.suppress(SystemExit):
                server.start_tcp("127.0.0.1", port)
    finally:
        service.kill()
    return 0 if server.was_shut_down else 1


def _begin(server: Server, service: Service) -> None:
    asyncio.get_running_loop().set_exception_handler(_tell)
    _watch_editor(server, service)


def _tell(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Tell of an error that nobody has waited for, in one line."""
    error = context.get("exception")
    if error is not None and not isinstance(error, BrokenPipeError):
        print(f"tapelint: internal error ({error!r}); please report it", file=sys.stderr)


def _watch_editor(server: Server, service: Service) -> None:
    """End when the editor's process ends, even if something else keeps our input open.

    On Windows only the end of the input tells: there is no harmless way to ask.
    """
    if server.process_id is not None and os.name == "posix":
        loop = asyncio.get_running_loop()
        server.watch = loop.create_task(_end_with(server.process_id, service))


async def _end_with(process: int, service: Service) -> None:
    while True:
        await asyncio.sleep(_LOOK_EVERY)
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            service.kill()
            os._exit(1)  # a thread waits for input that nobody will send
        except PermissionError:
            return
