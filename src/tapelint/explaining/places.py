"""Where a line's statement is, and where nodes stand as users know it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tapelint.explaining.facts import Spot
from tapelint.findings import Location
from tapelint.source import tree
from tapelint.source.decoding import split_lines
from tapelint.source.documents import Document
from tapelint.source.parsed import Parsed
from tapelint.source.shortening import ELISION, shortened
from tapelint.source.spelling import code_of

Placed = tree.Node | ast.AST | None
_SPANNED = (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.alias)
_BRACKETED = (ast.Attribute, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare)
"""Brackets around a part of one of these are those of the part."""


@dataclass(frozen=True)
class Stop:
    """Where the execution is looked at.

    Attributes:
        node: The statement.
        is_after: Whether the state after it is wanted, not that before it.
        begins: What is executed first of the line.
    """

    node: ast.stmt
    is_after: bool
    begins: ast.stmt


class Spots:
    """Turns nodes into lines as users know them: those of our tree, and those of Python's."""

    def __init__(self, parsed: Parsed, document: Document) -> None:
        self._parsed, self._document = parsed, document
        self._lines = split_lines(document.text)

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The node around each node of the text, in Python's tree."""
        pending: list[ast.AST] = [self._parsed.python_tree or ast.Module([], [])]
        found: dict[ast.AST, ast.AST] = {}
        while pending:
            node = pending.pop()
            for each in ast.iter_child_nodes(node):
                found[each] = node
                pending.append(each)
        return found

    def place(self, node: Placed) -> Location | None:
        """Where a node stands; ``None`` for a node of another file."""
        if isinstance(node, ast.AST):
            return self._place(node) if node in self.parents else None
        is_here = node is not None and node.source is self._parsed
        return self._parsed.place(node) if is_here and node is not None else None

    def _place(self, node: ast.AST) -> Location | None:
        if not isinstance(node, _SPANNED):
            return None
        end_line = node.end_lineno or node.lineno
        start = self._column(node.lineno, node.col_offset)
        end = self._column(end_line, node.end_col_offset or node.col_offset)
        return Location(node.lineno, start, end_line, end)

    def _column(self, line: int, offset: int) -> int:
        """A column in characters, from 1, of one in bytes, from 0."""
        written = self._lines[line - 1].encode("utf-8", "surrogatepass")
        return len(written[:offset].decode("utf-8", "replace")) + 1

    def of(self, node: Placed) -> Spot | None:
        """The line of a node; ``None`` for a node of another file."""
        place = self.place(node)
        return None if place is None else self.of_line(place.line)

    def of_line(self, line: int) -> Spot:
        """A line of the text as users know it."""
        place = self._document.place(Location(line, 1, line, 1))
        return Spot(place.line, place.cell)

    def text(self, node: Placed, longest: int = 40) -> str:
        """A node's source, shortened; "" for one of Python's tree of another file."""
        if node is None:
            return ""
        place = self.place(node)
        if isinstance(node, ast.AST):
            return "" if place is None else self._text_at(place, longest, self._brackets(node))
        if place is not None:
            lossless = self._parsed.lossless(node)
            return self._text_at(place, longest, len(getattr(lossless, "lpar", ())))
        try:
            source = node.source
            text = source.code(node, exactly=False) if source is not None else code_of(node)
            return shortened(text, longest)
        except RecursionError:
            return ELISION

    def _brackets(self, node: ast.AST) -> int:
        """How many brackets around a node are its own: whether it has some."""
        place, around = self._place(node), self.parents.get(node)
        is_held = isinstance(around, ast.Subscript) and around.value is node
        if place is None or not (is_held or isinstance(around, _BRACKETED)):
            return 0
        before = self._lines[place.line - 1][: place.column - 1].rstrip()
        behind = self._lines[place.end_line - 1][place.end_column - 1 :].lstrip()
        return int(before.endswith("(") and behind.startswith(")"))

    def _text_at(self, place: Location, longest: int, brackets: int) -> str:
        """The text at a place of the document, cut out: of a long one only the beginning is read.

        Args:
            place: The place, which has no brackets.
            longest: How long the text may be.
            brackets: How many it has.
        """
        opening = "(" * brackets
        text, at = opening, place.line
        while at <= place.end_line and len(text) < _MOST_READ:
            line = self._lines[at - 1]
            start = place.column - 1 if at == place.line else 0
            end = place.end_column - 1 if at == place.end_line else len(line)
            text += line[start : min(start + _MOST_READ, end)] + "\n"
            at += 1
        return shortened(text.rstrip() + ")" * len(opening), longest)

    def head_line(self, block: Sequence[ast.AST], word: str) -> int:
        """The line on which the ``else`` or ``finally`` above a block stands."""
        first: int = getattr(block[0], "lineno", 1)
        for line in range(first, 0, -1):
            if self._lines[line - 1].lstrip().startswith(word):
                return line
        return first


_MOST_READ = 1_000
"""How many characters are read of a piece of code that is to be shown."""


def stop_at(module: ast.Module, line: int, spots: Spots) -> Stop | None:
    """Where to look for what holds at a line.

    After a simple statement; at the head of a block, as the block begins; between statements, after
    the one before. ``None`` where there is no statement up to there.
    """
    return _search(module.body, line, spots)


def _search(block: Sequence[ast.stmt], line: int, spots: Spots) -> Stop | None:
    before: Stop | None = None
    end = 0
    for statement in block:
        if statement.lineno > line:
            break
        if _is_simple(statement):
            is_same_line = before is not None and statement.lineno <= end
            begins = before.begins if before is not None and is_same_line else statement
            before, end = Stop(statement, True, begins), _end(statement)
            continue
        if line <= _end(statement):
            inner = _within(statement, line, spots)
            if inner is not None:
                return inner
        before, end = Stop(statement, True, statement), 0
    return before


def _within(compound: ast.stmt, line: int, spots: Spots) -> Stop | None:
    """The statement in the blocks of a compound one; at its head, the first of the block."""
    blocks = _blocks(compound, spots)
    for at, (_, block) in enumerate(blocks):
        if at + 1 < len(blocks) and line >= blocks[at + 1][0]:
            continue
        first = block[0]
        is_on_head = first.lineno == line == compound.lineno
        if line < first.lineno or is_on_head:
            is_before = isinstance(compound, (ast.With, ast.AsyncWith))  # its head changes things
            return Stop(first, is_on_head, compound if is_before else first)
        return _search(block, line, spots)
    return None


def _blocks(compound: ast.stmt, spots: Spots) -> list[tuple[int, list[ast.stmt]]]:
    """The blocks of a compound statement, in the order of the text, each with its head's line."""
    found: list[tuple[int, list[ast.stmt]]] = []
    if hasattr(compound, "body"):
        found.append((compound.lineno, compound.body))
    found += [(each.lineno, each.body) for each in getattr(compound, "handlers", ())]
    found += [(each.pattern.lineno, each.body) for each in getattr(compound, "cases", ())]
    for name, word in (("orelse", "el"), ("finalbody", "finally")):
        block = getattr(compound, name, None)
        if block:
            found.append((spots.head_line(block, word), block))
    return found


def _is_simple(statement: ast.stmt) -> bool:
    return not hasattr(statement, "body") and not hasattr(statement, "cases")


def _end(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno
