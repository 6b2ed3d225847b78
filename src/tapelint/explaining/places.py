"""Where a line's statement is, and where nodes stand as users know it."""

from __future__ import annotations

from dataclasses import dataclass

from tapelint.explaining.facts import Spot
from tapelint.findings import Location
from tapelint.source import tree
from tapelint.source.decoding import split_lines
from tapelint.source.documents import Document
from tapelint.source.parsed import Parsed
from tapelint.source.shortening import ELISION, shortened
from tapelint.source.spelling import code_of


@dataclass(frozen=True)
class Stop:
    """Where the execution is looked at.

    Attributes:
        node: The statement.
        is_after: Whether the state after it is wanted, not that before it.
        begins: What is executed first of the line.
    """

    node: tree.Node
    is_after: bool
    begins: tree.Node


class Spots:
    """Turns nodes into lines as users know them."""

    def __init__(self, parsed: Parsed, document: Document) -> None:
        self._parsed, self._document = parsed, document
        self._lines = split_lines(document.text)

    def place(self, node: tree.Node | None) -> Location | None:
        """Where a node stands; ``None`` for a node of another file."""
        is_here = node is not None and node.source is self._parsed
        return self._parsed.place(node) if is_here and node is not None else None

    def of(self, node: tree.Node | None) -> Spot | None:
        """The line of a node; ``None`` for a node of another file."""
        place = self.place(node)
        return None if place is None else self.of_line(place.line)

    def of_line(self, line: int) -> Spot:
        """A line of the text as users know it."""
        place = self._document.place(Location(line, 1, line, 1))
        return Spot(place.line, place.cell)

    def text(self, node: tree.Node | None, longest: int = 40) -> str:
        """A node's source, shortened."""
        if node is None:
            return ""
        place = self.place(node)
        if place is not None:
            return self._text_at(node, place, longest)
        try:
            source = node.source
            text = source.code(node, exactly=False) if source is not None else code_of(node)
            return shortened(text, longest)
        except RecursionError:
            return ELISION

    def _text_at(self, node: tree.Node, place: Location, longest: int) -> str:
        """The text of a node of this module, cut out: of a long one only the beginning is read."""
        lossless = self._parsed.lossless(node)
        opening = "(" * len(getattr(lossless, "lpar", ()))  # a place has no parentheses
        text, at = opening, place.line
        while at <= place.end_line and len(text) < _MOST_READ:
            line = self._lines[at - 1]
            start = place.column - 1 if at == place.line else 0
            end = place.end_column - 1 if at == place.end_line else len(line)
            text += line[start : min(start + _MOST_READ, end)] + "\n"
            at += 1
        return shortened(text.rstrip() + ")" * len(opening), longest)


_MOST_READ = 1_000
"""How many characters are read of a piece of code that is to be shown."""


def stop_at(module: tree.Module, line: int, spots: Spots) -> tuple[Stop, int] | None:
    """Where to look for what holds at a line, and the line that is shown.

    After a simple statement; at the head of a block, as the block begins; between statements, after
    the one before. ``None`` where there is no statement up to there.
    """
    found = _search(module, line, spots)
    if found is None:
        return None
    place = spots.place(found.node)
    return None if place is None else (found, place.line)


def _search(block: tree.Node, line: int, spots: Spots) -> Stop | None:
    before: Stop | None = None
    for statement in _statements(block):
        place = spots.place(statement)
        if place is None:
            continue
        if place.line > line:
            break
        last = _last_small(statement)
        if last is not None:
            before = Stop(last, True, statement)
            continue
        inner = _within(statement, line, spots)
        if inner is not None and place.line <= line <= place.end_line:
            return inner
        before = Stop(statement, True, statement)
    return before


def _within(compound: tree.Node, line: int, spots: Spots) -> Stop | None:
    """The statement in the blocks of a compound one; at its head, the first of the block."""
    blocks = _blocks(compound)
    for at, block in enumerate(blocks):
        inner = _statements(block)
        if not inner:
            continue
        first = spots.place(inner[0])
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        head_of_next = _head_line(following, spots) if following is not None else None
        if first is None or (head_of_next is not None and line >= head_of_next):
            continue
        if line < first.line or (first.line == line == _line_of(compound, spots)):
            node = _first_small(inner[0])
            is_before = isinstance(compound, tree.With)  # what it enters is changed by its head
            return Stop(node, first.line == line, compound if is_before else node)
        return _search(block, line, spots)
    return None


def _line_of(node: tree.Node, spots: Spots) -> int | None:
    place = spots.place(node)
    return place.line if place is not None else None


def _head_line(block: tree.Node, spots: Spots) -> int | None:
    """The line on which the ``else``, ``except`` or ``case`` of a block stands."""
    return _line_of(block, spots)


def _first_small(statement: tree.Node) -> tree.Node:
    if isinstance(statement, tree.SimpleStatementLine):
        return statement.body[0]
    return statement


def _last_small(statement: tree.Node) -> tree.Node | None:
    if isinstance(statement, (tree.SimpleStatementLine, tree.SimpleStatementSuite)):
        return statement.body[-1] if statement.body else None
    return statement if isinstance(statement, tree.BaseSmallStatement) else None


def _statements(block: tree.Node) -> list[tree.Node]:
    inner = getattr(block, "body", None)
    while isinstance(inner, (tree.IndentedBlock, tree.SimpleStatementSuite)):
        inner = inner.body
    return list(inner) if isinstance(inner, (list, tuple)) else []


def _blocks(compound: tree.Node) -> list[tree.Node]:
    """The parts of a compound statement that have a body, in the order of the text."""
    found: list[tree.Node] = []
    if hasattr(compound, "body"):
        found.append(compound)
    found += list(getattr(compound, "handlers", ()))
    found += list(getattr(compound, "cases", ()))
    orelse = getattr(compound, "orelse", None)
    while orelse is not None:
        found.append(orelse)
        orelse = getattr(orelse, "orelse", None)
    final = getattr(compound, "finalbody", None)
    if final is not None:
        found.append(final)
    return found
