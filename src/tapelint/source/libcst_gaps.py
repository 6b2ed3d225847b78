r"""Texts that Python reads and libcst does not, or at other places.

Three kinds are known. Each is read so that the tree gives the text back, and every node stands
where Python sees it:

- Annotated targets in parentheses, ``(step): int = 1``: libcst's grammar has none. The target is
  parsed on its own and put into the tree.
- Keywords without a space, ``return(lambda: 0)``: libcst reads them, then finds fault with its own
  nodes. The check is for people who build trees, and is left out.
- Lines that hold a backslash alone: libcst loses them, and all below moves up. Empty lines say
  the same.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst

from tapelint.source.decoding import split_lines
from tapelint.source.edits import Lines, Splice, apply
from tapelint.source.python_tree import python_tree

_LONE_BACKSLASH = re.compile(r"(?:^|(?<=\r))[ \t\f]*(\\)(?=\r|$)", re.MULTILINE)
_CLOSING = re.compile(r"(?:(?:\s|\\|#[^\n\r]*)*\))+")
"""From the end of a target to the last parenthesis around it."""
_LAYOUT = frozenset({tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT})


class MisplacedError(Exception):
    """A text that libcst would read at other places, and that cannot be written otherwise.

    Attributes:
        line: The one-based line of it.
    """

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def without_lone_backslashes(text: str) -> str:
    """The text with empty lines for those before a statement that hold a backslash alone.

    Raises:
        MisplacedError: Such a line says how the statement is indented.
    """
    matches = list(_LONE_BACKSLASH.finditer(text))
    if not matches:
        return text
    lines = Lines(text)
    lone = {lines.place(match.start(1))[0]: match for match in matches}
    found: list[re.Match[str]] = []
    for line in _first_lines(text):
        above = line - 1
        while above in lone:
            found.append(lone[above])
            above -= 1
    if not found:
        return text
    emptied = apply(text, [Splice(match.start(), match.end(), "") for match in found])
    if _shape(emptied) != _shape(text):
        raise MisplacedError(lines.place(found[0].start(1))[0])
    return emptied


def _first_lines(text: str) -> Iterator[int]:
    """The lines on which statements and headings begin, behind backslashes."""
    before = tokenize.NEWLINE
    try:
        for token in tokenize.generate_tokens(io.StringIO("\n".join(split_lines(text))).readline):
            if before in _LAYOUT and token.type not in _LAYOUT:
                yield token.start[0]
            before = token.type
    except (tokenize.TokenError, SyntaxError):
        return  # parsing it tells what is wrong


def _shape(text: str) -> str | None:
    """What a text says, and where."""
    tree = python_tree(text)
    return ast.dump(tree, include_attributes=True) if tree is not None else None


def text_of(module: cst.Module) -> str | None:
    """The text of a module; ``None`` where libcst cannot write it: the sum of 500 terms."""
    try:
        return module.code
    except RecursionError:
        return None


def parse_leniently(text: str) -> cst.Module | None:
    """The module of a text that libcst refuses; ``None`` where Python or libcst cannot read it."""
    tree = python_tree(text)
    if tree is None:
        return None
    targets = _targets_in_parentheses(text, tree)
    with unchecked():
        try:
            module = cst.parse_module(apply(text, targets.values()))
            wanted = {
                splice.content: cst.parse_expression(text[splice.start : splice.end])
                for splice in targets.values()
            }
            return module.visit(_PutTargets(wanted)) if wanted else module
        except (cst.ParserSyntaxError, RecursionError):
            return None


def _targets_in_parentheses(text: str, tree: ast.Module) -> dict[int, Splice]:
    """Annotated targets with their parentheses, by where they start, and names to read instead."""
    lines = Lines(text)
    name = "target"
    while name in text:
        name += "_"
    found: dict[int, Splice] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.AnnAssign):
            continue
        start, end = _offset(lines, node, at_end=False), _offset(lines, node.target, at_end=True)
        closing = _CLOSING.match(text, end)
        if text[start] == "(" and closing is not None:
            found[start] = Splice(start, closing.end(), f"{name}{len(found)}")
    return found


def _offset(lines: Lines, node: ast.stmt | ast.expr, *, at_end: bool) -> int:
    """Where a node starts or ends in the text; Python counts bytes within a line."""
    line, column = node.lineno, node.col_offset
    if at_end and node.end_lineno is not None and node.end_col_offset is not None:
        line, column = node.end_lineno, node.end_col_offset
    start = lines.offset(line, 1)
    written = lines.text[start : lines.end_of_line(start)].encode("utf-8", "surrogatepass")
    return start + len(written[:column].decode("utf-8", "surrogatepass"))


class _PutTargets(cst.CSTTransformer):
    """Puts targets in the place of the names that stand for them."""

    def __init__(self, targets: dict[str, cst.BaseExpression]) -> None:
        super().__init__()
        self._targets = targets

    def leave_AnnAssign(  # noqa: N802
        self, original_node: cst.AnnAssign, updated_node: cst.AnnAssign
    ) -> cst.AnnAssign:
        """Put the target that a name stands for."""
        name = updated_node.target
        target = self._targets.get(name.value) if isinstance(name, cst.Name) else None
        return updated_node if target is None else updated_node.with_changes(target=target)


@contextmanager
def unchecked() -> Iterator[None]:
    """Libcst does not check the nodes that it makes meanwhile; visiting a tree makes them anew."""
    check = cst.CSTNode.__post_init__
    cst.CSTNode.__post_init__ = lambda self: None  # type: ignore[method-assign]
    try:
        yield
    finally:
        cst.CSTNode.__post_init__ = check  # type: ignore[method-assign]
