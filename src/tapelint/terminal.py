"""What the command shows on a terminal: colours, complaints, progress."""

from __future__ import annotations

import codecs
import contextlib
import functools
import json
import os
import sys
import threading
import time
import unicodedata
from collections.abc import Iterator

import click

from tapelint.printable import Line, as_text, printable
from tapelint.processes import InFlight

_STYLES: dict[str, tuple[str | None, bool]] = {
    "code": ("red", True),
    "place": (None, True),
    "frame": ("blue", False),
    "mark": ("red", False),
    "because": ("cyan", False),
}
"""Colour and boldness of each part of a report."""
_PATIENCE = 1.0
"""Seconds after which progress is shown, and the file that takes as long."""
_EVERY = 0.1
"""Seconds between two looks at it."""


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


class _StatusLine:
    """The line of standard error's terminal that tells how far a run is, until it is done."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shown = ""

    def show(self, text: str) -> None:
        """Show another text in it."""
        with self._lock:
            if text != self._shown:
                self._shown = text
                click.echo(f"\r\x1b[K{text}", err=True, nl=False)

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """Keep the line away while something else is written."""
        with self._lock:
            if self._shown:
                self._shown = ""
                click.echo("\r\x1b[K", err=True, nl=False)
            yield


_status = _StatusLine()


def complain(text: str) -> None:
    """Say on standard error what could not be done."""
    with _status.away():
        click.echo(printable(f"tapelint: {text}"), err=True)


@contextlib.contextmanager
def progress() -> Iterator[InFlight]:
    """Show how far a run is that takes long, and at what, if standard error is a terminal.

    A job of continuous integration may have one, which nobody watches.

    Yields:
        What the run tells what it does.
    """
    is_seen = sys.stderr is not None and sys.stderr.isatty()
    if not is_seen or os.environ.get("TERM") == "dumb" or os.environ.get("CI"):
        yield InFlight()
        return
    in_flight, ended = InFlight(is_watched=True), threading.Event()
    thread = threading.Thread(target=_watch, args=(in_flight, ended), daemon=True)
    thread.start()
    try:
        yield in_flight
    finally:
        ended.set()
        thread.join()
        with _status.away():
            pass


def _watch(in_flight: InFlight, ended: threading.Event) -> None:
    start = time.monotonic()
    while not ended.wait(_EVERY):
        oldest = in_flight.oldest()  # asked for each time, it knows since when
        if time.monotonic() >= start + _PATIENCE:
            _status.show(_progress_line(in_flight, oldest, _columns()))


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def _progress_line(in_flight: InFlight, oldest: tuple[str, float] | None, columns: int) -> str:
    """How far a run is, in less than a line."""
    if not in_flight.total:
        return "looking for files"
    files = "1 file" if in_flight.total == 1 else f"{in_flight.total} files"
    said = f"{in_flight.done} of {files} checked"
    if oldest is None or oldest[1] < _PATIENCE:
        return said
    name, ending = printable(oldest[0]), f" for {oldest[1]:.0f} s"
    room = columns - 1 - len(f"{said}, {ending}")
    if _width(name) > room:
        while name and _width(name) > room - 3:
            name = name[1:]
        name = f"...{name}"
    return f"{said}, {name}{ending}" if room > 3 else said


def _width(text: str) -> int:
    """How many columns a terminal needs for a text."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)
