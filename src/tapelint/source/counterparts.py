"""Which node of libcst's tree stands for which of ours.

Both trees have the same shape, so they are walked together. They differ in little: strings that
stand in pieces are one to Python, ``x[(a, b)]`` and ``x[a, b]`` are the same, and what stands on
one line may be grouped otherwise.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import libcst as cst

from tapelint.source import tree
from tapelint.source.tree_from_libcst import computed_in, pieces_of
from tapelint.time_limit import check

Pair = tuple[tree.Node, cst.CSTNode]


class Counterparts:
    """The libcst nodes of a text's nodes, found for one line at its top level at a time.

    A line is what libcst has below the module: a definition or another block with all that is in
    it, or the small statements that stand on one line. Mostly few of them hold a finding.
    """

    def __init__(
        self, module: tree.Module, lossless: cst.Module, walked: dict[cst.CSTNode, int | None]
    ) -> None:
        """Prepare for a text.

        Args:
            module: Our tree of it.
            lossless: libcst's.
            walked: Takes the lines whose nodes are known: libcst's nodes of them, each with the
                number of the line that it begins on, or ``None`` where that is not known.
        """
        self._found: dict[tree.Node, cst.CSTNode] = {module: lossless}
        self._ours: dict[cst.CSTNode, tree.Node] = {lossless: module}
        self._lines_walked = walked
        self._walked_over: set[int] = set()
        lines: dict[cst.CSTNode, list[Pair]] = {}
        for pairs in _in_blocks(module, lossless):
            lines.setdefault(pairs[-1][1], []).extend(pairs)
        self._pending = [(_first_line(pairs), line, pairs) for line, pairs in lines.items()]
        self._first_lines = [first or 0 for first, _, _ in self._pending]

    def of(self, node: tree.Node) -> cst.CSTNode | None:
        """The libcst node of a node; ``None`` for one that is not of the text."""
        found = self._found.get(node)
        if found is None and self._pending:
            line: int | None = getattr(getattr(node, "origin", None), "lineno", None)
            if line is not None:
                # Decorators stand above the line that Python has a definition begin on.
                at = bisect_right(self._first_lines, line)
                found = self._walked(node, at - 1) or self._walked(node, at)
            if found is None:
                self._walk_all()
                found = self._found.get(node)
        return found

    def ours(self, node: cst.CSTNode) -> tree.Node | None:
        """Our node for a libcst node; ``None`` for one of another text, or without a meaning."""
        if node not in self._ours:
            self._walk_all()
        return self._ours.get(node)

    def _walk_all(self) -> None:
        for at in range(len(self._pending)):
            self._walk(at)
        self._pending.clear()

    def _walked(self, node: tree.Node, at: int) -> cst.CSTNode | None:
        if 0 <= at < len(self._pending):
            self._walk(at)
        return self._found.get(node)

    def _walk(self, at: int) -> None:
        """Walk over a line."""
        first, line, pairs = self._pending[at]
        if at in self._walked_over:
            return
        self._walked_over.add(at)
        self._lines_walked[line] = first
        pending = list(pairs)
        while pending:
            ours, theirs = pending.pop()
            if not len(self._found) & 0xFFF:
                check()
            self._found[ours] = theirs
            self._ours.setdefault(theirs, ours)
            pending += _below(ours, theirs)


def _first_line(pairs: Sequence[Pair]) -> int | None:
    """The line on which the first of these begins, as Python's parser tells it."""
    found: int | None = getattr(pairs[0][0].origin, "lineno", None)
    return found


def _below(ours: tree.Node, theirs: cst.CSTNode) -> list[Pair]:
    """The pairs right below a pair."""
    if isinstance(ours, (tree.FormattedString, tree.TemplatedString)):
        computed = [
            each
            for piece in pieces_of(theirs)  # type: ignore[arg-type]
            for each in computed_in(piece)
        ]
        return list(zip(ours.parts, computed, strict=False))
    if isinstance(ours, tree.FormattedStringExpression):
        assert isinstance(theirs, cst.FormattedStringExpression)
        inner = [
            e for e in theirs.format_spec or () if isinstance(e, cst.FormattedStringExpression)
        ]
        return [
            (ours.expression, theirs.expression),
            *zip(ours.format_spec, inner, strict=False),
        ]
    if isinstance(ours, tree.ClassDef) and isinstance(theirs, cst.ClassDef):
        arguments = zip(
            (*ours.bases, *ours.keywords), (*theirs.bases, *theirs.keywords), strict=False
        )
        names = ("name", "body", "decorators")
        return [*arguments, *(pair for name in names for pair in _of_field(name, ours, theirs))]
    if isinstance(ours, (tree.BaseSuite, tree.Module)):
        return _of_blocks(ours, theirs)
    return [pair for name in ours.fields for pair in _of_field(name, ours, theirs)]


def _of_field(name: str, ours: tree.Node, theirs: cst.CSTNode) -> list[Pair]:
    one, two = getattr(ours, name), getattr(theirs, name, None)
    if isinstance(one, tree.Node):
        if isinstance(ours, tree.Del) and isinstance(two, cst.Tuple):
            if not isinstance(one, tree.Tuple):
                two = two.elements[0].value  # ``del a,`` says the same as ``del a``
        return [(one, two)] if isinstance(two, cst.CSTNode) else []
    if not isinstance(one, (list, tuple)) or not isinstance(two, (list, tuple)):
        return []
    if len(one) != len(two) and isinstance(ours, tree.Subscript):
        return _of_indices(ours, two)
    return list(zip(one, two, strict=False))


def _of_indices(ours: tree.Subscript, theirs: Sequence[cst.SubscriptElement]) -> list[Pair]:
    """``x[a, b]`` against ``x[(a, b)]``."""
    index = theirs[0].slice if len(theirs) == 1 else None
    together = index.value if isinstance(index, cst.Index) else None
    if not isinstance(together, cst.Tuple):
        return []
    pairs: list[Pair] = []
    for one, element in zip(ours.slice, together.elements, strict=False):
        pairs.append((one, element))
        if isinstance(one.slice, tree.Index):
            pairs += [(one.slice, element), (one.slice.value, element.value)]
    return pairs


def _of_blocks(ours: tree.BaseSuite | tree.Module, theirs: cst.CSTNode) -> list[Pair]:
    """The statements of a block, and the lines that they stand on."""
    return [pair for pairs in _in_blocks(ours, theirs) for pair in pairs]


def _in_blocks(
    ours: tree.BaseSuite | tree.Module, theirs: cst.CSTNode
) -> Iterator[tuple[Pair, ...]]:
    """Each statement of a block, and behind it the line that it stands on, if it is small."""
    for one, two in zip_longest(_flat(ours), _flat(theirs)):
        if one is None or two is None:
            break
        (statement, line), (other, other_line) = one, two
        if line is not None and other_line is not None:
            yield (statement, other), (line, other_line)
        else:
            yield ((statement, other),)


def _flat(block: tree.Node | cst.CSTNode) -> list[tuple[Any, Any]]:
    """The statements of a block, simple ones each with the line that it is of."""
    found: list[tuple[Any, Any]] = []
    for each in getattr(block, "body", ()):
        if isinstance(each, (tree.SimpleStatementLine, cst.SimpleStatementLine)):
            found += [(small, each) for small in each.body]
        else:
            found.append((each, None))
    return found
