"""Makes a program smaller while it still shows what is of interest."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

_MOST_ATTEMPTS = 400


def reduced(source: str, is_interesting: Callable[[str], bool]) -> str:
    """Leave out statements and unwrap blocks, as long as ``is_interesting`` holds.

    Args:
        source: The program; comments are lost.
        is_interesting: Whether a smaller text still shows the same.

    Returns:
        A program from which no single statement can be left out any more, within a bounded
        number of attempts.
    """
    attempts = 0
    smallest = ast.parse(source)
    has_progress = True
    while has_progress:
        has_progress = False
        for smaller in _smaller(smallest):
            attempts += 1
            if attempts > _MOST_ATTEMPTS:
                return ast.unparse(smallest) + "\n"
            _sweep(smaller)
            if is_interesting(ast.unparse(smaller) + "\n"):
                smallest, has_progress = smaller, True
                break
    return ast.unparse(smallest) + "\n"


def _smaller(tree: ast.Module) -> Iterator[ast.Module]:
    """Each tree with one statement less or one block unwrapped, the last ones first."""
    yield from _with_one_name_less(tree)
    yield from _with_one_operand_less(tree)
    places = list(_places(tree))
    for number in range(len(places) - 1, -1, -1):
        for unwraps in (False, True):
            smaller = copy.deepcopy(tree)
            body, index = list(_places(smaller))[number]
            statement = body[index]
            if not unwraps:
                body[index : index + 1] = []
                if not body:
                    body.append(ast.Pass())
                    if isinstance(statement, ast.Pass):
                        continue
            elif isinstance(statement, (ast.If, ast.For, ast.With)):
                body[index : index + 1] = statement.body
            else:
                continue
            yield ast.fix_missing_locations(smaller)


def _with_one_name_less(tree: ast.Module) -> Iterator[ast.Module]:
    """Each tree in which a result is left out and one of its operands stands in for it."""
    for number, (body, index) in enumerate(_places(tree)):
        name = _assigned_name(body[index])
        if name is None or name.startswith("flag"):
            continue
        for operand in sorted(_read_names(body[index]) - {name}):
            smaller = copy.deepcopy(tree)
            block, _ = list(_places(smaller))[number]
            block[index : index + 1] = [] if len(block) > 1 else [ast.Pass()]
            for node in ast.walk(smaller):
                if isinstance(node, ast.Name) and node.id == name:
                    node.id = operand
            yield ast.fix_missing_locations(smaller)


def _with_one_operand_less(tree: ast.Module) -> Iterator[ast.Module]:
    """Each tree in which one side of an operator stands for the whole of an assigned value."""
    for number, (body, index) in enumerate(_places(tree)):
        statement = body[index]
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
            for side in ("left", "right"):
                smaller = copy.deepcopy(tree)
                block, _ = list(_places(smaller))[number]
                assignment = block[index]
                assert isinstance(assignment, ast.Assign)
                assignment.value = getattr(assignment.value, side)
                yield smaller


def _sweep(tree: ast.Module) -> None:
    """Leave out assignments and definitions whose names nothing reads any more."""
    while True:
        names = [each for each in ast.walk(tree) if isinstance(each, ast.Name)]
        read = {each.id for each in names if isinstance(each.ctx, ast.Load)} | {"program"}
        unused = [
            (body, index)
            for body, index in _places(tree)
            if (_assigned_name(body[index]) or _defined_name(body[index]) or "program") not in read
        ]
        if not unused:
            return
        body, index = unused[-1]
        body[index : index + 1] = [] if len(body) > 1 else [ast.Pass()]


def _defined_name(statement: ast.stmt) -> str | None:
    # Methods are read as attributes: whether anything calls them cannot be told from names.
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)) and statement.col_offset == 0:
        return statement.name
    return None


def _assigned_name(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return None


def _read_names(statement: ast.stmt) -> set[str]:
    names = {each.id for each in ast.walk(statement) if isinstance(each, ast.Name)}
    return names - {"torch", "F", "nn", "sys"}


def _places(tree: ast.AST) -> Iterator[tuple[list[ast.stmt], int]]:
    """Every statement, as the block that holds it and the position there."""
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                yield from ((body, index) for index in range(len(body)))
