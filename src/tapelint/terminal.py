"""What the command shows on a terminal: colours, complaints, progress."""

from __future__ import annotations

import functools
import os
import sys
import time
from collections.abc import Callable

import click

_STYLES: dict[str, tuple[str | None, bool]] = {
    "code": ("red", True),
    "place": (None, True),
    "frame": ("blue", False),
    "mark": ("red", False),
    "because": ("cyan", False),
}
"""Colour and boldness of each part of a report."""
_PATIENCE = 1.0
"""Seconds after which progress is shown."""
_EVERY = 0.1
"""Seconds between two words of progress."""


def style(text: str, role: str) -> str:
    """A text in the colour of its role, where colours are wanted."""
    if not wants_colour():
        return text
    colour, bold = _STYLES[role]
    return click.style(text, fg=colour, bold=bold)


@functools.cache
def wants_colour() -> bool:
    """Whether standard output takes colours; ``NO_COLOR`` and ``FORCE_COLOR`` decide first."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def show(text: str) -> None:
    """Print a line, whatever letters the terminal knows."""
    try:
        click.echo(text, color=wants_colour())
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), color=True)


def complain(text: str) -> None:
    """Say on standard error what could not be done."""
    text = text.replace("\r", "\\r").replace("\n", "\\n")  # a path may hold them
    line = f"tapelint: {text}".encode("utf-8", "backslashreplace").decode("utf-8")
    click.echo(line, err=True)


def progress() -> Callable[[int, int], None]:
    """Shows how many files are done, in a run that takes long, on a terminal's standard error.

    Returns:
        A function of the files done and the files to do.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return lambda done, total: None
    state = {"next": time.monotonic() + _PATIENCE, "shown": 0.0}

    def tell(done: int, total: int) -> None:
        now = time.monotonic()
        if done >= total:
            if state["shown"]:
                click.echo("\r\x1b[K", err=True, nl=False)
        elif now >= state["next"]:
            state["next"], state["shown"] = now + _EVERY, 1.0
            click.echo(f"\r\x1b[K{done} of {total} files checked", err=True, nl=False)

    return tell
