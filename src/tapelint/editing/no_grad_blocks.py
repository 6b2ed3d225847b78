"""Putting a statement under ``with torch.no_grad():``."""

from __future__ import annotations

import re
from collections.abc import Sequence

import libcst as cst

from tapelint.editing.changes import AllUnderNoGrad, UnderNoGrad
from tapelint.editing.node_texts import NodeTexts, RefusedError
from tapelint.editing.statements import is_alone, is_movable
from tapelint.source.edits import Splice, apply

_LINE_BREAK = re.compile(r"(?:\r\n|\r|\n)(?=[ \t]*[^ \t\r\n])")
"""The end of a line before one that is not blank."""


class NoGradBlocks:
    """Puts statements of one module under ``no_grad``."""

    def __init__(self, texts: NodeTexts, cells: frozenset[int]) -> None:
        self._texts = texts
        self._cells = cells

    def wrap(self, change: UnderNoGrad, inner: Sequence[Splice]) -> list[Splice]:
        """The edits with the statement put under ``no_grad``; those inside it become part of it."""
        line = self._texts.tree.line(change.written)
        if line is None or not is_movable(line, self._texts.tree):
            raise RefusedError
        if not is_alone(self._texts.tree, change.written):
            raise RefusedError
        imports: list[Splice] = []
        switch = self._texts.from_torch("no_grad", line, imports)
        start, _ = self._texts.span(line)
        _, end = self._texts.span(line.body[0])
        end = self._texts.lines.end_of_line(end)
        margin = self._texts.margin(start)
        unit = self.indent(line)
        within = [each for each in inner if start <= each.start and each.end <= end]
        outside = [each for each in inner if each not in within]
        shifted = [Splice(each.start - start, each.end - start, each.content) for each in within]
        statement = apply(self._texts.text[start:end], shifted)
        newline = self._texts.newline(start)
        body = self.indented(statement, unit)
        if self.joins_block_above(line, switch):
            content = unit + body
        else:
            content = f"with {switch}():{newline}{margin}{unit}{body}"
        return [*dict.fromkeys([*outside, *imports]), Splice(start, end, content)]

    def wrap_all(self, change: AllUnderNoGrad) -> list[Splice]:
        """The edits that put a loop or a function under ``no_grad``."""
        whole, imports = self._around(change), list[Splice]()
        switch = self._texts.from_torch("no_grad", whole, imports)
        start, end = self._texts.span(whole)
        margin, newline = self._texts.margin(start), self._texts.newline(start)
        inside = self._texts.tree.below(whole)
        if isinstance(whole, cst.FunctionDef):
            if whole.decorators or any(isinstance(each, (cst.Yield, cst.From)) for each in inside):
                raise RefusedError
            return [*imports, Splice(start, start, f"@{switch}(){newline}{margin}")]
        unit, text = self.indent(whole), self._texts.text[start:end]
        if self.indented(text, unit) == text:  # a text runs over lines
            raise RefusedError
        # Each line is moved by itself, so that what else is found in the loop is found again.
        starts = [start + each.end() for each in _LINE_BREAK.finditer(text)]
        inner = [Splice(each, each, unit) for each in starts]
        return [*imports, Splice(start, start, f"with {switch}():{newline}{margin}{unit}"), *inner]

    def _around(self, change: AllUnderNoGrad) -> cst.For | cst.FunctionDef:
        """The loop or the function around something that begins at a line."""
        node: cst.CSTNode | None = change.inner
        while node is not None:
            if isinstance(node, (cst.For, cst.FunctionDef)) and node.asynchronous is None:
                if self._texts.lines.place(self._texts.span(node)[0])[0] == change.line:
                    return node
            node = self._texts.tree.parents.get(node)
        raise RefusedError

    def indent(self, line: cst.CSTNode) -> str:
        """One step of indentation where a statement stands."""
        block = self._texts.tree.parents.get(line)
        if isinstance(block, cst.IndentedBlock):
            return block.indent or self._texts.tree.module.default_indent
        if isinstance(block, cst.Module):
            return block.default_indent
        raise RefusedError

    def indented(self, statement: str, unit: str) -> str:
        """A statement with its further lines moved in, unless a string runs over them."""
        if '"""' in statement or "'''" in statement or re.search(r"\\(\r|\n)", statement):
            return statement
        return _LINE_BREAK.sub(rf"\g<0>{unit}", statement)

    def joins_block_above(self, line: cst.SimpleStatementLine, switch: str) -> bool:
        """Whether the statement right above is a ``no_grad`` block that it can become part of."""
        above = self._texts.tree.statement_above(line)
        if not isinstance(above, cst.With) or line.leading_lines or len(above.items) != 1:
            return False
        item = above.items[0]
        if item.asname is not None or above.asynchronous is not None:
            return False
        if self._texts.lines.place(self._texts.span(line)[0])[0] in self._cells:
            return False
        block = above.body
        if not isinstance(block, cst.IndentedBlock) or block.footer:
            return False
        return self._texts.own_text(item.item) == f"{switch}()" and self.indent_of(
            block
        ) == self.indent(line)

    def indent_of(self, block: cst.IndentedBlock) -> str:
        """One step of indentation in a block."""
        return block.indent or self._texts.tree.module.default_indent

    def changes_argument(self, change: UnderNoGrad) -> bool:
        """Whether what is changed came in as an argument of a function other than ``self``."""
        node: cst.BaseExpression | None = change.target
        while isinstance(node, (cst.Attribute, cst.Subscript, cst.Call)):
            node = node.func if isinstance(node, cst.Call) else node.value
        if not isinstance(node, cst.Name) or node.value in {"self", "cls"}:
            return False
        function = next(self._texts.tree.functions(change.written), None)
        if function is None:
            return False
        return any(
            isinstance(each, cst.Param) and each.name.value == node.value
            for each in self._texts.tree.below(function.params)
        )
