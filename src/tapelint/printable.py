"""Text of others (names of files, source lines) as a terminal, a log or a report takes it.

Such text may hold line breaks, orders to a terminal, and marks that turn the direction of writing.
Whatever is printed goes through :func:`as_text` or :func:`as_json`: one line stays one line, and
nothing in it gives orders.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_ORDERS = re.compile(
    "[\0-\x08\n-\x1f\x7f-\x9f"  # control characters, but for tabs
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line breaks, and the direction of writing
    "\ud800-\udfff]"  # halves of characters: bytes of a name that are no text
)


@dataclass(frozen=True)
class Part:
    """A stretch of a line that may be coloured.

    Attributes:
        text: What it says.
        role: What it is in a report: ``code``, ``place``, ``frame``, ``mark`` or ``because``.
    """

    text: str
    role: str


Line = str | Sequence[str | Part]
"""A line to print: a text, or the stretches that it is made of."""


def printable(text: str) -> str:
    r"""The text on one line: what is no letter stands as Python writes it, such as ``\x1b``."""
    return _ORDERS.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def as_text(line: Line, style: Callable[[str, str], str] = lambda text, role: text) -> str:
    """A line as it is printed.

    Args:
        line: The line.
        style: Colours a text in a role.
    """
    parts = (line,) if isinstance(line, str) else line
    return "".join(
        printable(part) if isinstance(part, str) else style(printable(part.text), part.role)
        for part in parts
    )


def as_json(value: object, indent: int | None = None) -> list[str]:
    """The lines of a value in JSON; it says the same, with nothing left to escape."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    return [_ORDERS.sub(lambda match: f"\\u{ord(match[0]):04x}", line) for line in text.split("\n")]
