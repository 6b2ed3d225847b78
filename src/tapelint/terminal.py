"""What the command shows on a terminal: colours, complaints, progress."""

from __future__ import annotations

import codecs
import functools
import json
import os
import sys
import time
from collections.abc import Callable

import click

from tapelint.printable import Line, as_text, printable

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


COLOURS = ("auto", "always", "never")
_chosen = {"colours": "auto"}


def choose_colours(when: str) -> None:
    """Colour what is shown or not, whatever standard output and the environment are.

    Args:
        when: One of :data:`COLOURS`; ``auto`` leaves it to them.
    """
    _chosen["colours"] = when
    wants_colour.cache_clear()


@functools.cache
def wants_colour() -> bool:
    """Whether standard output takes colours; ``NO_COLOR`` and ``FORCE_COLOR`` decide first."""
    if _chosen["colours"] != "auto":
        return _chosen["colours"] == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def show(line: Line, ending: str = "", *, err: bool = False) -> None:
    """Print a line, whatever it holds and whatever letters the terminal knows.

    Args:
        line: The line.
        ending: What stands before its end, and is printed as it is.
        err: Whether it goes to standard error.
    """
    text = as_text(line, style) + ending
    try:
        click.echo(text, err=err, color=wants_colour())
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        click.echo(text.encode(encoding, _UNKNOWN_LETTERS).decode(encoding), color=True)


def show_lines(text: str) -> None:
    """Print a text of our own, line by line."""
    for line in text.split("\n"):
        show(line)


_UNKNOWN_LETTERS = "tapelint.as_json"
"""How letters that a terminal does not know are written: as JSON has them, for it may be JSON."""


def _as_json_has_them(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error(_UNKNOWN_LETTERS, _as_json_has_them)


def complain(text: str) -> None:
    """Say on standard error what could not be done."""
    click.echo(printable(f"tapelint: {text}"), err=True)


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
