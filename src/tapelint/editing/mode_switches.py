"""Switching networks to evaluation around what evaluates them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import libcst as cst

from tapelint.editing.changes import InEvalMode
from tapelint.editing.node_texts import NodeTexts, RefusedError
from tapelint.editing.tree import parts
from tapelint.source.edits import Splice

_LOOPS = (cst.For, cst.While)
_BLOCKS = (cst.Module, cst.IndentedBlock)
_CODES = (cst.FunctionDef, cst.ClassDef, cst.Lambda)
_LEAVES = (cst.Return, cst.Raise, cst.Yield, cst.Await, cst.Asynchronous)
"""What ends the code, or hands over to another one, before a line behind can run."""

_Block = cst.Module | cst.IndentedBlock
_Placed = tuple[_Block, cst.CSTNode]
"""A block, and a statement in it."""


class ModeSwitches:
    """Puts ``eval()`` before and ``train()`` after statements of one module."""

    def __init__(self, texts: NodeTexts) -> None:
        self._texts = texts

    def switch(self, change: InEvalMode) -> list[Splice]:
        """The edits that let networks be evaluated in the mode for that."""
        paths = list(dict.fromkeys(_path(each) or "" for each in change.networks))
        if not all(paths):
            raise RefusedError
        region = self._region(change, paths)
        if any(getattr(each, "orelse", None) for each in region if isinstance(each, _LOOPS)):
            raise RefusedError
        if any(_leaves(each) or _binds(each, paths) for each in region):
            raise RefusedError
        start, _ = self._texts.span(region[0])
        end = self._texts.lines.end_of_line(self._end(region[-1]))
        margin, newline = self._texts.margin(start), self._texts.newline(start)
        before = "".join(f"{each}.eval(){newline}{margin}" for each in paths)
        after = "".join(f"{newline}{margin}{each}.train()" for each in paths)
        return [Splice(start, start, before), Splice(end, end, after)]

    def _end(self, statement: cst.CSTNode) -> int:
        last = statement.body[-1] if isinstance(statement, cst.SimpleStatementLine) else statement
        return self._texts.span(last)[1]

    def _region(self, change: InEvalMode, paths: Collection[str]) -> Sequence[cst.CSTNode]:
        """The outermost loop that runs the networks, or else the statements that do."""
        several = [self._statements(each, change) for each in change.networks]
        for at, (block, _) in enumerate(several[0]):
            inside = [own for each in several for outer, own in each if outer is block]
            if len(inside) < len(several):
                continue
            loop, is_one = None, all(each is inside[0] for each in inside)
            for _, statement in several[0][at if is_one else at + 1 :]:
                if isinstance(statement, _LOOPS):
                    if _binds(statement, paths):
                        break
                    loop = statement
            if loop is not None:
                return [loop]
            held = {id(each) for each in inside}
            places = [place for place, each in enumerate(block.body) if id(each) in held]
            return block.body[places[0] : places[-1] + 1]
        raise RefusedError

    def _statements(self, node: cst.CSTNode, change: InEvalMode) -> list[_Placed]:
        """The statements that a node lies in, innermost first, as far as it is evaluated there."""
        found, inner, is_within = list[_Placed](), node, True
        for each in self._texts.tree.above(node):
            if isinstance(each, _BLOCKS) and is_within:
                found.append((each, inner))
                is_within = change.scope != "call" and not self._begins(inner, change)
            if isinstance(each, (cst.Try, cst.TryStar)) and each.handlers:
                raise RefusedError  # whoever goes on from there would do so in the wrong mode
            if isinstance(each, _CODES):
                if isinstance(each, cst.Lambda):
                    raise RefusedError
                break
            inner = each
        return found

    def _begins(self, statement: cst.CSTNode, change: InEvalMode) -> bool:
        """Whether a statement is the loop that evaluates."""
        if change.scope != "loop" or not isinstance(statement, cst.For):
            return False
        return self._texts.lines.place(self._texts.span(statement)[0])[0] == change.line


def _path(node: cst.CSTNode) -> str | None:
    """``a.b.c`` for a name and attributes of it; ``None`` for anything else."""
    names = []
    while isinstance(node, cst.Attribute):
        names.append(node.attr.value)
        node = node.value
    return ".".join(reversed([*names, node.value])) if isinstance(node, cst.Name) else None


def _leaves(statement: cst.CSTNode) -> bool:
    """Whether something in a statement leaves it before its end."""
    pending = [(statement, False)]
    while pending:
        node, is_in_loop = pending.pop()
        if isinstance(node, _CODES):
            continue
        if isinstance(node, _LEAVES):
            return True
        if isinstance(node, (cst.Break, cst.Continue)) and not is_in_loop:
            return True
        pending += [(each, is_in_loop or isinstance(node, _LOOPS)) for each in parts(node)]
    return False


def _binds(statement: cst.CSTNode, paths: Collection[str]) -> bool:
    """Whether a statement may give another value to what one of the paths goes through."""
    return any(f"{path}.".startswith(f"{bound}.") for bound in _bound(statement) for path in paths)


def _bound(statement: cst.CSTNode) -> Iterator[str]:
    """The paths that are bound in a statement."""
    pending = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            yield node.name.value
        target = getattr(node, "name" if isinstance(node, cst.AsName) else "target", None)
        if isinstance(node, cst.Del):
            target = node.target
        targets = [target] if isinstance(target, cst.CSTNode) else []
        while targets:
            each = targets.pop()
            path = _path(each)
            if path is not None:
                yield path
            elif not isinstance(each, cst.Subscript):
                targets += parts(each)
        pending += parts(node)
