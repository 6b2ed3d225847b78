"""Parsing a text with long lists of constants: weights, tables, words.

A list of 200,000 numbers is a million nodes to libcst, and each is made, walked over and placed.
Nothing in it is of interest but what kinds of values there are. So of a long list, tuple or set of
constants some elements are parsed, those that differ among them; the text of the others is kept
between these, as if it were white space. The module has the same text and the same places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from tapelint.source import long_chains
from tapelint.source.walking import children
from tapelint.time_limit import check

SHORTEST = 10_000
"""How long the text of a display is at least of which only some elements are parsed."""
MOST_KEPT = 100
"""How many elements are parsed, and as many more that differ from those before."""

_CONSTANTS = re.compile(
    r"""
    (?P<skip>\s+|\#[^\n]*|\\\r?\n)
    |(?P<constant>
        (?:[-+~]\s*)?(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+
            |(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)(?!\w)
        |(?:[rRbBuU]{0,2})(?:"(?!"")(?:[^"\\\n]|\\.)*"|'(?!'')(?:[^'\\\n]|\\.)*')
        |(?:True|False|None)\b)
    |(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comma>,)|(?P<colon>:)
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING = re.compile(r"[(\[{]")
_BEFORE_OPERAND = re.compile(
    r"(?:[=(\[{,:+\-*/%@&|^<>~]|\b(?:return|in|yield|else|if|and|or|not|is|assert))\s*$"
)


@dataclass(frozen=True)
class _Display:
    """A list, tuple or set of constants.

    Attributes:
        start: Where it begins.
        end: Where it ends.
        line: Where the logical line begins that it stands in.
        elements: Where its elements begin and end.
    """

    start: int
    end: int
    line: int
    elements: Sequence[tuple[int, int]]


def parse_module(text: str) -> cst.Module:
    """The module of a text, as libcst has it, less what is alike in long displays.

    Raises:
        ParserSyntaxError: It is not Python, or not Python that libcst can read.
    """
    if len(text) < SHORTEST:
        return long_chains.parse_module(text)
    displays = _all_displays(text)
    if not displays:
        return long_chains.parse_module(text)
    name = "display_"
    while name in text:
        name += "_"
    pieces, at = [], 0
    for number, each in enumerate(displays):
        pieces += [text[at : each.start], f"({name}{number})"]
        at = each.end
    try:
        module = long_chains.parse_module("".join((*pieces, text[at:])))
        shortened = {f"{name}{at}": _shortened(text, each) for at, each in enumerate(displays)}
    except (cst.ParserSyntaxError, long_chains.UntiedError):
        return long_chains.parse_module(text)  # it says where in the text the mistake is
    _put(module, shortened)
    return module


def constant_displays(text: str) -> list[tuple[int, int]]:
    """Where the long lists, tuples and sets of constants begin and end."""
    return [(each.start, each.end) for each in _all_displays(text)]


def _all_displays(text: str) -> list[_Display]:
    return [
        each
        for start, end in long_chains.logical_lines(text, SHORTEST)
        for each in _displays(text, start, end)
    ]


def _displays(text: str, start: int, end: int) -> Iterator[_Display]:
    at = start
    while (match := _OPENING.search(text, at, end)) is not None:
        at = match.end()
        if end - at < SHORTEST:
            return
        if _BEFORE_OPERAND.search(text, max(start, match.start() - 20), match.start()) is None:
            continue
        check()
        found = _display(text, start, match.start(), end)
        if found is not None:
            yield found
            at = found.end


def _display(text: str, line: int, start: int, end: int) -> _Display | None:
    """The display of constants that begins at a bracket; ``None`` for what is none, or short."""
    elements: list[tuple[int, int]] = []
    depth, at, first, last = 0, start, -1, -1
    while at < end:
        match = _CONSTANTS.match(text, at, end)
        if match is None:
            return None
        at, kind = match.end(), match.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif kind == "colon" and depth == 1:
            return None  # of a dictionary any key may be asked for
        if depth == 0 or (depth == 1 and kind == "comma"):
            if first >= 0:
                elements.append((first, last))
            first = -1
            if depth == 0:
                is_long = at - start >= SHORTEST and len(elements) > 2 * MOST_KEPT
                return _Display(start, at, line, elements) if is_long else None
        elif kind != "skip" and not (depth == 1 and kind == "open" and match.start() == start):
            first, last = (match.start() if first < 0 else first), at
    return None


def _shortened(text: str, display: _Display) -> cst.BaseExpression:
    """A display of which some elements are parsed."""
    seen: set[str] = set()
    kept: list[tuple[int, int]] = []
    for at, (start, end) in enumerate(display.elements):
        word = text[start:end]
        if at < MOST_KEPT or (word not in seen and len(kept) < 2 * MOST_KEPT):
            kept.append((start, end))
            seen.add(word)
    words = ", ".join(text[start:end] for start, end in kept)
    source = f"{text[display.start]}{words}{text[display.end - 1]}"
    node = long_chains.expression_in(source, text[display.line : display.start])
    if not isinstance(node, (cst.List, cst.Tuple, cst.Set)):
        raise long_chains.UntiedError
    opening, closing = _brackets(node)
    _write(opening, "whitespace_after", text[display.start + 1 : kept[0][0]])
    for element, (_, end), (start, _) in zip(node.elements, kept, kept[1:], strict=False):
        before, _, after = text[end:start].partition(",")
        _write(element.comma, "whitespace_before", before)
        _write(element.comma, "whitespace_after", after)
    _write(closing, "whitespace_before", text[kept[-1][1] : display.end - 1])
    return node


def _brackets(node: cst.List | cst.Tuple | cst.Set) -> tuple[cst.CSTNode, cst.CSTNode]:
    if isinstance(node, cst.List):
        return node.lbracket, node.rbracket
    if isinstance(node, cst.Set):
        return node.lbrace, node.rbrace
    return node.lpar[0], node.rpar[-1]


def _write(node: object, place: str, text: str) -> None:
    """Let a node have a text in the place of white space; nobody has seen the node before."""
    space = cst.SimpleWhitespace("")
    object.__setattr__(space, "value", text)
    object.__setattr__(node, place, space)


def _put(module: cst.Module, shortened: dict[str, cst.BaseExpression]) -> None:
    """Put displays in the places of the names that stand for them."""
    pending: list[cst.CSTNode] = [module]
    while pending:
        node = pending.pop()
        for each in children(node):
            found = shortened.get(each.value) if type(each) is cst.Name and each.lpar else None
            if found is None:
                pending.append(each)
                continue
            place = next(name for name in node.__slots__ if getattr(node, name) is each)
            object.__setattr__(node, place, found)
