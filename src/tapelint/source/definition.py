"""A definition that is parsed on its own, without the rest of its file.

Most methods of a class in another file are never called from the file at hand: their bodies are
left out, and a method is parsed whole when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import libcst as cst

from tapelint.source.errors import SourceError
from tapelint.source.neighbours import MethodLines, Outline, Span
from tapelint.source.parsing import parse

MOST_PARSED = 2048
"""How many parsed definitions a process keeps."""


@dataclass(frozen=True, eq=False)
class Definition:
    """A statement of another file, parsed on its own.

    Attributes:
        module: A module that holds the statement alone.
        statement: The statement.
        first_line: The line of the file that the module's first line is.
        without_body: The methods whose bodies were left out, each with where it stands whole.
    """

    module: cst.Module
    statement: cst.CSTNode
    first_line: int
    without_body: Mapping[cst.CSTNode, Span] = field(default_factory=dict)


@lru_cache(maxsize=MOST_PARSED)
def parsed(path: str, outline: Outline, span: Span) -> Definition | None:
    """The statement that stands on these lines of a file; ``None`` if it cannot be parsed."""
    first, last = span
    methods = outline.methods.get(span, ())
    lines = _without_bodies(outline, span, methods) if methods else outline.lines[first - 1 : last]
    is_indented = lines[0][:1] in {" ", "\t"}
    if is_indented:
        lines, first = ("if True:", *lines), first - 1
    if lines[-1].endswith("\\"):
        lines = (*lines, "")  # the next line, which it leads to, is empty
    try:
        module = parse("\n".join((*lines, "")), path)
    except SourceError:
        return None
    if len(module.body) != 1:
        return None
    statement: cst.CSTNode = module.body[0]
    if is_indented:
        assert isinstance(statement, cst.If)
        statement = statement.body.body[0]
    return Definition(module, statement, first, _by_node(statement, methods))


def _without_bodies(
    outline: Outline, span: Span, methods: tuple[MethodLines, ...]
) -> tuple[str, ...]:
    """The lines of a class, as many as they are, with ``...`` for what its methods do."""
    first, last = span
    lines = list(outline.lines[first - 1 : last])
    for method in methods:
        if method.body:
            start, end = method.body - first, method.last - first + 1
            margin = len(lines[start]) - len(lines[start].lstrip())
            lines[start:end] = [lines[start][:margin] + "...", *[""] * (end - start - 1)]
    return tuple(lines)


def _by_node(
    statement: cst.CSTNode, methods: tuple[MethodLines, ...]
) -> Mapping[cst.CSTNode, Span]:
    if not isinstance(statement, cst.ClassDef):
        return {}
    nodes = [each for each in statement.body.body if isinstance(each, cst.FunctionDef)]
    return {
        node: (lines.first, lines.last)
        for node, lines in zip(nodes, methods, strict=False)
        if lines.body
    }
