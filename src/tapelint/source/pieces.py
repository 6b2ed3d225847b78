"""Parsing a text of which little has changed: an editor's, with every key that is pressed.

Python's own parser, which is many times as fast as libcst's, tells where the statements at the top
level stand. Those whose text was parsed before are taken as they came out then.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import pairwise

import libcst as cst

from tapelint.source.libcst_gaps import text_of
from tapelint.source.long_displays import parse_module
from tapelint.source.neighbours import span_of
from tapelint.source.python_tree import python_tree

MOST_TEXTS = 8
"""Of how many texts, those that were parsed last, the pieces are kept."""
MOST_LINES = 20_000
"""How many lines these pieces have together, but for those of the last text: libcst's are large."""

_INDENTS = frozenset(" \t")
_Pieces = dict[str, list[cst.Module]]
"""What was parsed, by its text: as many times as that stands in one text."""


class PieceParser:
    """Parses texts as libcst does, and keeps the statements of those that came last."""

    def __init__(self) -> None:
        self._known: list[_Pieces] = []

    def parse(self, text: str, known: ast.Module | None = None) -> cst.Module:
        """The module of a text.

        Args:
            text: The text.
            known: Python's tree of it, where there is one already.

        Raises:
            ParserSyntaxError: It is not Python, or not Python that libcst can read.
        """
        try:
            parsed = self._parsed(_cut(text, known))
        except cst.ParserSyntaxError:
            parsed = []  # parsed whole, it says where in the text the mistake is
        indents = {each.default_indent for each in parsed if _is_indented(each)}
        if not parsed or len(indents) > 1:
            return parse_module(text)
        return _joined(parsed, *indents)

    def _parsed(self, pieces: Sequence[str]) -> list[cst.Module]:
        spare = {text: list(modules) for known in self._known for text, modules in known.items()}
        used: _Pieces = {}
        parsed: list[cst.Module] = []
        for piece in pieces:
            kept = spare.get(piece)
            if kept:
                module = kept.pop()
            else:
                module = parse_module(piece)
                if text_of(module) != piece:
                    return []  # libcst loses some blank lines at the end of a text
            used.setdefault(piece, []).append(module)
            parsed.append(module)
        self._keep(used)
        return parsed

    def _keep(self, used: _Pieces) -> None:
        """Keep the pieces of a text, and those of earlier ones as long as they are few enough."""
        known = [used]
        counted: set[int] = set()
        lines = 0
        for each in [used, *self._known][:MOST_TEXTS]:
            for text, modules in each.items():
                new = {id(module) for module in modules} - counted
                counted |= new
                lines += (text.count("\n") + 1) * len(new)
            if each is not used:
                if lines > MOST_LINES:
                    break
                known.append(each)
        self._known = known


def _is_indented(module: cst.Module) -> bool:
    """Whether something in it says how the file is indented."""
    return any(isinstance(each, cst.BaseCompoundStatement) for each in module.body)


def _joined(parsed: Sequence[cst.Module], indent: str = " " * 4) -> cst.Module:
    """One module of the pieces: comments between two of them belong to the second."""
    body: list[cst.SimpleStatementLine | cst.BaseCompoundStatement] = []
    loose: Sequence[cst.EmptyLine] = ()
    for module in parsed:
        first, *others = module.body
        if body and (loose or module.header):
            first = first.with_changes(leading_lines=[*loose, *module.header])
        body += (first, *others)
        loose = module.footer
    return parsed[-1].with_changes(header=parsed[0].header, body=body, default_indent=indent)


def _cut(text: str, known: ast.Module | None) -> list[str]:
    """The text in pieces, each a statement with the comments before it.

    None, where it is better parsed whole.
    """
    if "\r" in text or text[:1] == "\ufeff":
        return []
    tree = known or python_tree(text)
    if tree is None:
        return []
    lines = text.split("\n")
    ends: list[int] = []
    last, is_block = 0, False
    for statement in tree.body:
        first, end = span_of(statement)
        if ends and first <= last:  # they stand on one line
            ends.pop()
        elif ends:
            between = lines[last : first - 1]
            if any(line.strip() and line.lstrip()[0] != "#" for line in between):
                return []
            ends[-1] = last + (_indented(between) if is_block else 0)
        last, is_block = end, _has_block(statement, lines)
        ends.append(last)
    if not ends:
        return []
    cuts = [0, *ends[:-1], len(lines)]
    pieces = ["\n".join((*lines[a:b], "")) for a, b in pairwise(cuts)]
    return [*pieces[:-1], pieces[-1][:-1]]


def _has_block(statement: ast.stmt, lines: Sequence[str]) -> bool:
    """Whether a statement holds others on lines of their own."""
    parts = [statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]
    fields = ("body", "orelse", "finalbody")
    inner = [each for part in parts for field in fields for each in getattr(part, field, ())]
    return any(lines[each.lineno - 1][:1] in _INDENTS for each in inner)


def _indented(lines: Sequence[str]) -> int:
    """How many of these lines belong to the block that they stand behind."""
    return max((at for at, line in enumerate(lines, 1) if line[:1] in _INDENTS), default=0)
