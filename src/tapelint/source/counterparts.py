"""Which node of libcst's tree stands for which of ours.

Both trees have the same shape, so they are walked together. They differ in little: strings that
stand in pieces are one to Python, ``x[(a, b)]`` and ``x[a, b]`` are the same, and what stands on
one line may be grouped otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import libcst as cst

from tapelint.source import tree
from tapelint.source.tree_from_libcst import computed_in, pieces_of
from tapelint.time_limit import check

Pair = tuple[tree.Node, cst.CSTNode]


def counterparts(module: tree.Module, lossless: cst.Module) -> dict[tree.Node, cst.CSTNode]:
    """The libcst node of each node of a text.

    Args:
        module: Our tree of it.
        lossless: libcst's.
    """
    found: dict[tree.Node, cst.CSTNode] = {}
    pending: list[Pair] = [(module, lossless)]
    while pending:
        ours, theirs = pending.pop()
        if not len(found) & 0xFFF:
            check()
        found[ours] = theirs
        pending += _below(ours, theirs)
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
    pairs: list[Pair] = []
    for one, two in zip_longest(_flat(ours), _flat(theirs)):
        if one is None or two is None:
            break
        (statement, line), (other, other_line) = one, two
        pairs.append((statement, other))
        if line is not None and other_line is not None:
            pairs.append((line, other_line))
    return pairs


def _flat(block: tree.Node | cst.CSTNode) -> list[tuple[Any, Any]]:
    """The statements of a block, simple ones each with the line that it is of."""
    found: list[tuple[Any, Any]] = []
    for each in getattr(block, "body", ()):
        if isinstance(each, (tree.SimpleStatementLine, cst.SimpleStatementLine)):
            found += [(small, each) for small in each.body]
        else:
            found.append((each, None))
    return found
