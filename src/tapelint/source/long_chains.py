"""Parsing a text with long chains: ``a.b().c()...``, ``a + b + c + ...``.

The time that libcst's parser takes for a chain grows with the square of its length, and some
thousand links overflow its stack, which ends the process. All chains group to the left, though: the
first links of one are an expression by themselves. So long chains are cut into stretches, each
stretch is parsed with a name in place of those before it, and the trees are tied together.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from tapelint.source.walking import children
from tapelint.time_limit import check

MOST_LINKS = 100
"""How many links of a chain are parsed at once; with fewer, a chain is left whole."""
_SHORTEST = 2 * MOST_LINKS
"""How long a line with so many links is at least."""

_STRING = (
    r'(?:[rRbBuUfFtT]{0,2})(?:"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\''
    r'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')'
)
_EDGES = re.compile(rf"#[^\n]*|{_STRING}|\\\r?\n|[()\[\]{{}}]|\n", re.DOTALL)
"""What a logical line's end depends on."""
_TOKENS = re.compile(
    rf"""
    (?P<skip>\#[^\n]*|\\\r?\n|\s+)
    |(?P<text>{_STRING})
    |(?P<number>0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+
        |(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)
    |(?P<word>[^\W\d]\w*)
    |(?P<open>[(\[{{])|(?P<close>[)\]}}])
    |(?P<atom>\.\.\.)|(?P<dot>\.)
    |(?P<other>(?:\*\*|//|<<|>>|<|>|=|!|:|->|[-+*/%@&|^~])=?|.)
    """,
    re.DOTALL | re.VERBOSE,
)
_BINDS = {
    "|": 0, "^": 1, "&": 2, "<<": 3, ">>": 3, "+": 4, "-": 4, "*": 5, "/": 5, "//": 5, "%": 5,
    "@": 5,
}  # fmt: skip
"""How tightly the operators bind that group to the left."""
_TRAILER = 6
_IN_OPERANDS = frozenset({"True", "False", "None", "await"})
"""Keywords that do not end a chain."""
_OPERATORS: dict[type[cst.BaseBinaryOp], int] = {
    cst.BitOr: 0, cst.BitXor: 1, cst.BitAnd: 2, cst.LeftShift: 3, cst.RightShift: 3, cst.Add: 4,
    cst.Subtract: 4, cst.Multiply: 5, cst.Divide: 5, cst.FloorDivide: 5, cst.Modulo: 5,
    cst.MatrixMultiply: 5,
}  # fmt: skip


def parse_module(text: str) -> cst.Module:
    """The module of a text, as libcst has it.

    Raises:
        ParserSyntaxError: It is not Python, or not Python that libcst can read.
    """
    if sum(map(text.count, ".([+-*/%@|&^<>")) <= MOST_LINKS:
        return cst.parse_module(text)
    stretches = [
        each
        for start, end in logical_lines(text, _SHORTEST)
        for each in _stretches(text, start, end)
    ]
    if not stretches:
        return cst.parse_module(text)
    try:
        return _tied(text, stretches)
    except (cst.ParserSyntaxError, UntiedError):
        return cst.parse_module(text)  # it says where in the text the mistake is


@dataclass(frozen=True)
class _Stretch:
    """The first links of a chain.

    Attributes:
        start: Where the chain begins.
        end: Where its last link of these ends.
        binds: How tightly the links bind.
        line: Where the logical line begins.
    """

    start: int
    end: int
    binds: int
    line: int


class UntiedError(Exception):
    """What was taken for a chain is none."""


def expression_in(source: str, line: str) -> cst.BaseExpression:
    """An expression as it is parsed where it stands.

    Args:
        source: The expression; it may run over several lines.
        line: The beginning of the logical line that it stands in: what is white space in its
            further lines depends on how that is indented.

    Raises:
        ParserSyntaxError: It is none.
    """
    indent = line[: len(line) - len(line.lstrip(" \t\f"))]
    parsed: cst.CSTNode
    if not indent:
        parsed = cst.parse_expression(f"({source})")
    else:
        parsed = cst.parse_module(f"if 1:\n{indent}({source})\n").body[0]
        parsed = parsed.body.body[0] if isinstance(parsed, cst.If) else parsed
        parsed = parsed.body[0] if isinstance(parsed, cst.SimpleStatementLine) else parsed
        parsed = parsed.value if isinstance(parsed, cst.Expr) else parsed
    if not isinstance(parsed, cst.BaseExpression) or not parsed.lpar:
        raise UntiedError
    return parsed.with_changes(lpar=parsed.lpar[1:], rpar=parsed.rpar[:-1])


# --- finding the chains ---


def logical_lines(text: str, shortest: int) -> Iterator[tuple[int, int]]:
    """The logical lines that are not shorter than this."""
    start, depth = 0, 0
    for match in _EDGES.finditer(text):
        token = match.group()
        if token == "\n":
            if depth == 0:
                if match.start() - start >= shortest:
                    yield start, match.start()
                start = match.end()
        elif token in "([{":
            depth += 1
        elif token in ")]}":
            depth = max(0, depth - 1)
    if len(text) - start >= shortest:
        yield start, len(text)


@dataclass
class _Level:
    """What is known within a pair of brackets, or outside of all.

    Attributes:
        starts: Where the chain at hand begins, for each way to bind; ``None`` for no chain.
        links: How many links it has.
        end: Where the operand at hand ends; ``None`` where one is to come.
        line: Where the logical line begins.
    """

    line: int
    end: int | None = None
    starts: list[int | None] = field(default_factory=lambda: [None] * (_TRAILER + 1))
    links: list[int] = field(default_factory=lambda: [0] * (_TRAILER + 1))

    def begin(self, at: int) -> None:
        """An operand, or a sign before it, begins."""
        self.starts = [at if each is None else each for each in self.starts]

    def link(self, binds: int) -> _Stretch | None:
        """A link comes; what was before it, where that is long."""
        start, end = self.starts[binds], self.end
        self.links[binds] += 1
        for tighter in range(binds + 1, _TRAILER + 1):
            self.starts[tighter], self.links[tighter] = None, 0
        if self.links[binds] <= MOST_LINKS or start is None or end is None:
            return None
        self.links[binds] = 1
        return _Stretch(start, end, binds, self.line)

    def separate(self) -> None:
        """No chain goes on over what comes here."""
        self.starts, self.links = [None] * (_TRAILER + 1), [0] * (_TRAILER + 1)
        self.end = None


def _stretches(text: str, start: int, end: int) -> Iterator[_Stretch]:
    """Where the long chains of a logical line are to be cut."""
    levels = [_Level(start)]
    before = ""
    for match in _TOKENS.finditer(text, start, end):
        kind, token = match.lastgroup, match.group()
        level = levels[-1]
        if kind == "skip":
            continue
        if kind == "close":
            if len(levels) > 1:
                levels.pop()
                levels[-1].end = match.end()
        elif before == "dot":
            level.end = match.end()
        elif kind == "dot" or (kind == "open" and token != "{" and level.end is not None):
            found = level.link(_TRAILER)
            if found is not None:
                yield found
            level.end = None
            if kind == "open":
                levels.append(_Level(start))
        elif kind == "open":
            if level.end is not None:
                level.separate()
            level.begin(match.start())
            levels.append(_Level(start))
        elif kind == "word" and token not in _IN_OPERANDS and keyword.iskeyword(token):
            level.separate()
        elif kind == "other":
            found = _operator(level, token, match.start())
            if found is not None:
                yield found
        else:
            if level.end is not None and not before == kind == "text":
                level.separate()  # `match x`; two strings beside each other are one
            if token == "await":
                _sign(level, match.start())
            else:
                level.begin(match.start())
                level.end = match.end()
        before = kind or ""


def _operator(level: _Level, token: str, at: int) -> _Stretch | None:
    if level.end is None:
        if token in "+-~":
            _sign(level, at)
        else:
            level.separate()
        return None
    if token in _BINDS:
        found = level.link(_BINDS[token])
        level.end = None
        return found
    if token == "**":  # it groups to the right, and binds tighter than a sign before it
        level.starts[_TRAILER], level.links[_TRAILER], level.end = None, 0, None
        return None
    level.separate()
    return None


def _sign(level: _Level, at: int) -> None:
    """What stands before an operand, and binds less tightly than its own links."""
    level.begin(at)
    level.starts[_TRAILER] = None


# --- tying the trees together ---


def _tied(text: str, stretches: list[_Stretch]) -> cst.Module:
    """The module of a text, of which some stretches are parsed by themselves.

    Raises:
        ParserSyntaxError: A part cannot be parsed.
        UntiedError: The parts do not fit.
    """
    name = "stretch_"
    while name in text:
        name += "_"
    # A stretch within another one, or at its beginning, ends before it.
    inner: list[tuple[_Stretch, int]] = []
    trees: dict[str, tuple[cst.BaseExpression, int]] = {}
    for number, stretch in enumerate(sorted(stretches, key=lambda each: (each.end, -each.start))):
        check()
        source = _with_names(text, stretch.start, stretch.end, inner, name)
        expression = expression_in(source, text[stretch.line : stretch.start])
        if expression.lpar or _binds(expression) != stretch.binds:
            raise UntiedError
        trees[f"{name}{number}"] = (expression, stretch.binds)
        inner.append((stretch, number))
    module = cst.parse_module(_with_names(text, 0, len(text), inner, name))
    tied = sum(_tie(tree, trees, name) for tree in (module, *(each for each, _ in trees.values())))
    if tied != len(trees):
        raise UntiedError
    return module


def _with_names(
    text: str, start: int, end: int, inner: list[tuple[_Stretch, int]], name: str
) -> str:
    """A part of the text with names in place of the outermost stretches in it, which leave."""
    within: list[tuple[_Stretch, int]] = []
    while inner and inner[-1][0].start >= start:
        within.append(inner.pop())
    pieces, at = [], start
    for stretch, number in reversed(within):
        pieces += [text[at : stretch.start], f"{name}{number}"]
        at = stretch.end
    return "".join((*pieces, text[at:end]))


def _binds(node: cst.CSTNode) -> int | None:
    """How tightly the last link of an expression binds."""
    if isinstance(node, cst.BinaryOperation):
        return _OPERATORS.get(type(node.operator))
    return _TRAILER if isinstance(node, (cst.Attribute, cst.Call, cst.Subscript)) else None


def _tie(tree: cst.CSTNode, trees: dict[str, tuple[cst.BaseExpression, int]], name: str) -> int:
    """Put what the names of a tree stand for in their places; how many there were."""
    tied = 0
    pending = [tree]
    while pending:
        node = pending.pop()
        below = children(node)
        for each in below:
            if type(each) is not cst.Name or not each.value.startswith(name):
                continue
            stretch, binds = trees[each.value]
            place = "left" if isinstance(node, cst.BinaryOperation) else "value"
            place = "func" if isinstance(node, cst.Call) else place
            if _binds(node) != binds or getattr(node, place) is not each:
                raise UntiedError
            # The tree was made here, so nobody has seen it without what is put there.
            object.__setattr__(node, place, stretch)
            tied += 1
        pending += [each for each in below if type(each) is not cst.Name]
    return tied
