"""A definition that is parsed on its own, without the rest of its file."""

from __future__ import annotations

from dataclasses import dataclass

from tapelint.source import tree
from tapelint.source.errors import SourceError
from tapelint.source.kept import keeping
from tapelint.source.neighbours import Outline, Span
from tapelint.source.parsed import Parsed

MOST_LINES = 14_000
"""How many lines the parsed definitions have together that a process keeps."""


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


@keeping(MOST_LINES, _lines)
def parsed(path: str, outline: Outline, span: Span) -> Definition | None:
    """The statement that stands on these lines of a file; ``None`` if it cannot be parsed.

    The bodies of its long functions are parsed when they are first asked for: most never are.
    """
    first, lines = span[0], outline.lines_of(span)
    is_indented = lines[0][:1] in {" ", "\t"}
    unread = () if is_indented else outline.bodies.get(first, ())
    if is_indented:
        lines, first = ["if True:", *lines], first - 1
    if lines[-1].endswith("\\"):
        lines.append("")  # the next line, which it leads to, is empty
    try:
        text = Parsed("\n".join((*lines, "")), path, first_line=first, unread=unread)
    except SourceError:
        return None
    if len(text.module.body) != 1:
        return None
    statement: tree.Node = text.module.body[0]
    if is_indented:
        assert isinstance(statement, tree.If)
        statement = statement.body.body[0]
    return Definition(text, statement)
