"""A definition that is parsed on its own, without the rest of its file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tapelint.source import tree
from tapelint.source.errors import SourceError
from tapelint.source.neighbours import Outline, Span
from tapelint.source.parsed import Parsed

MOST_PARSED = 1024
"""How many parsed definitions a process keeps."""


@dataclass(frozen=True, eq=False)
class Definition:
    """A statement of another file, parsed on its own.

    Attributes:
        parsed: A text that holds the statement alone.
        statement: The statement.
    """

    parsed: Parsed
    statement: tree.Node


@lru_cache(maxsize=MOST_PARSED)
def parsed(path: str, outline: Outline, span: Span) -> Definition | None:
    """The statement that stands on these lines of a file; ``None`` if it cannot be parsed."""
    first, last = span
    lines = outline.lines[first - 1 : last]
    is_indented = lines[0][:1] in {" ", "\t"}
    if is_indented:
        lines, first = ("if True:", *lines), first - 1
    if lines[-1].endswith("\\"):
        lines = (*lines, "")  # the next line, which it leads to, is empty
    try:
        text = Parsed("\n".join((*lines, "")), path, first_line=first)
    except SourceError:
        return None
    if len(text.module.body) != 1:
        return None
    statement: tree.Node = text.module.body[0]
    if is_indented:
        assert isinstance(statement, tree.If)
        statement = statement.body.body[0]
    return Definition(text, statement)
