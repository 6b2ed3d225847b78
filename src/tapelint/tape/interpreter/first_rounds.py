"""Loops that run at least once, since the code behind them reads what they alone bind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapelint.source import tree
from tapelint.source.tree import children, walk
from tapelint.tape.syntax import BINDS, names_bound


def must_run(loop: tree.For | tree.While, root: tree.Node) -> bool:
    """Whether the code behind a loop would find a variable unbound, had the loop not run.

    Args:
        loop: The loop.
        root: The function that it stands in, parameters included, or the file.
    """
    line = loop.line
    behind = _behind(loop, root)
    bound = _bound_by(loop)
    if line is None or not behind or not bound:
        return False
    wanted = bound & _read(behind, bound)
    return bool(wanted) and bool(wanted - _bound_before(root, line))


def _behind(loop: tree.Node, root: tree.Node) -> Sequence[tree.Node]:
    """The statements that follow a loop in the same block."""
    pending = [root]
    while pending:
        node = pending.pop()
        body = getattr(node, "body", None)
        if isinstance(body, (list, tuple)) and loop in body:
            return body[body.index(loop) + 1 :]
        pending += children(node)
    return ()


def _bound_by(loop: tree.For | tree.While) -> set[str]:
    """The variables that each round binds."""
    found = names_bound(loop.target) if isinstance(loop, tree.For) else set()
    for line in loop.body.body:
        for statement in line.body if isinstance(line, tree.SimpleStatementLine) else ():
            if isinstance(statement, tree.Assign):
                found.update(*(names_bound(each.target) for each in statement.targets))
    return found


def _read(statements: Sequence[tree.Node], names: set[str]) -> set[str]:
    """Those of the variables that statements read in any case, before they bind them anew."""
    left, found = set(names), set()
    for statement in statements:
        for part in _in_any_case(statement):
            found |= {each.value for each in _loads(part) if each.value in left}
            if isinstance(part, tree.Assign):
                left -= {name for each in part.targets for name in names_bound(each.target)}
        if not isinstance(statement, tree.SimpleStatementLine):
            left -= {
                name
                for each in walk(statement)
                if isinstance(each, (tree.AssignTarget, tree.For))
                for name in names_bound(each.target)
            }
    return found


def _in_any_case(statement: tree.Node) -> Iterator[tree.Node]:
    """What of a statement is executed in any case."""
    if isinstance(statement, tree.SimpleStatementLine):
        yield from statement.body
    elif isinstance(statement, (tree.If, tree.While)):
        yield statement.test
    elif isinstance(statement, tree.For):
        yield statement.iter
    elif isinstance(statement, tree.With):
        for line in statement.body.body:
            yield from _in_any_case(line)


def _loads(part: tree.Node) -> Iterator[tree.Name]:
    """The variables that a statement or an expression reads, whichever way it goes."""
    pending = [part]
    while pending:
        node = pending.pop()
        if isinstance(node, tree.Name):
            yield node
        elif isinstance(node, tree.AssignTarget):
            if not isinstance(node.target, (tree.Name, tree.Tuple, tree.List)):
                pending.append(node.target)
        elif isinstance(node, tree.IfExp):
            pending.append(node.test)
        elif isinstance(node, tree.BooleanOperation):
            pending.append(node.left)
        elif isinstance(node, (tree.Attribute, tree.Arg)):
            pending.append(node.value)
        elif not isinstance(node, (tree.Lambda, tree.FunctionDef, tree.BaseComp)):
            pending += children(node)


def _bound_before(root: tree.Node, line: int) -> set[str]:
    """The variables that are bound before a line, or that are given or not one's own."""
    found: set[str] = set()
    for node in _of_scope(root):
        if isinstance(node, (tree.Global, tree.Nonlocal)):
            found |= {each.name.value for each in node.names}
        at = node.line
        if at is not None and at >= line:
            continue
        if isinstance(node, (tree.Param, tree.FunctionDef, tree.ClassDef)):
            found |= names_bound(node.name)
        elif type(node) in BINDS:
            found |= names_bound(node.target)  # type: ignore[attr-defined]
        elif isinstance(node, (tree.AsName, tree.ImportAlias)):
            found |= {each.value for each in walk(node) if isinstance(each, tree.Name)}
    return found


def _of_scope(root: tree.Node) -> Iterator[tree.Node]:
    """A function, or a file, without what stands in the functions and classes within."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        if node is root or not isinstance(node, (tree.FunctionDef, tree.ClassDef, tree.Lambda)):
            pending += children(node)
