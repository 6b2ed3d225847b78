"""A definition that is parsed on its own, without the rest of its file."""

from __future__ import annotations

from dataclasses import dataclass

from tapelint.garbage import leave
from tapelint.source import tree
from tapelint.source.errors import SourceError
from tapelint.source.kept import keeping
from tapelint.source.neighbours import Outline, Span
from tapelint.source.parsed import Parsed, text_of

MOST_LINES = 14_000
"""How many lines the parsed definitions have together that a process keeps."""
MOST_LINES_OF_FILES = 2_000
"""The same for files that are parsed whole: few are, and seldom the same one again."""


@dataclass(frozen=True, eq=False)
class Definition:
    """A statement of another file, parsed on its own.

    Attributes:
        parsed: A text that holds the statement alone.
        statement: The statement.
    """

    parsed: Parsed
    statement: tree.Node


def _lines(definition: Definition | None) -> int:
    return 1 if definition is None else definition.parsed.lines_read


def _lines_of_file(text: Parsed | None) -> int:
    return 1 if text is None else text.lines_read


def _forget(definition: Definition | None) -> None:
    _forget_file(None if definition is None else definition.parsed)


def _forget_file(text: Parsed | None) -> None:
    if text is not None:
        leave(text)


@keeping(MOST_LINES_OF_FILES, _lines_of_file, _forget_file)
def parsed_file(path: str, outline: Outline) -> Parsed | None:
    """The whole of a file; ``None`` if it cannot be parsed."""
    try:
        return Parsed(outline.text, path)
    except SourceError:
        return None


@keeping(MOST_LINES, _lines, _forget)
def parsed(path: str, outline: Outline, span: Span) -> Definition | None:
    """The statement that stands on these lines of a file; ``None`` if it cannot be parsed.

    The bodies of its long functions are parsed when they are first asked for: most never are.
    """
    first, lines = span[0], outline.lines_of(span)
    is_indented = lines[0][:1] in {" ", "\t"}
    unread = () if is_indented else outline.bodies.get(first, ())
    if is_indented:
        lines, first = ["if True:", *lines], first - 1
    try:
        text = Parsed(text_of(lines), path, first_line=first, unread=unread)
    except SourceError:
        return None
    if len(text.module.body) != 1:
        return None
    statement: tree.Node = text.module.body[0]
    if is_indented:
        assert isinstance(statement, tree.If)
        statement = statement.body.body[0]
    return Definition(text, statement)
