"""Findings do not depend on which branch of an `if` is written first.

Each ``if c: A else: B`` becomes ``if not c: B else: A``. What is found, and how surely,
stays; lines are not compared, since they move.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from tests.fuzz.programs import numbered_program

from tapelint import Settings, lint_source

TESTS = Path(__file__).parent
WRITTEN = sorted(
    path
    for folder in (TESTS / "programs", TESTS / "user_reports", TESTS.parent / "rules")
    for path in folder.rglob("*.py")
)
RANDOM = range(400)
SETTINGS = Settings(select=("ALL",), ignore=("TAP001",))


class Swap(ast.NodeTransformer):
    """Swaps the branches of each `if` but those of a chain, and counts them."""

    count = 0

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        is_chain = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
        if is_chain or "__name__" in ast.unparse(node.test):
            return node
        self.count += 1
        test = ast.UnaryOp(ast.Not(), node.test)
        return ast.If(test, node.orelse or [ast.Pass()], node.body)


def found(text: str) -> Counter[tuple[str, str]]:
    return Counter(
        (each.code, each.confidence.value) for each in lint_source(text, settings=SETTINGS)
    )


def swapped(text: str) -> tuple[str, str, int]:
    """A program as `ast` writes it, the same with branches swapped, and how many were."""
    tree = ast.parse(text)
    before, swap = ast.unparse(tree), Swap()
    after = ast.unparse(ast.fix_missing_locations(swap.visit(tree)))
    return before, after, swap.count


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_a_written_program(path: Path) -> None:
    try:
        before, after, count = swapped(path.read_text(encoding="utf-8"))
    except SyntaxError:
        pytest.skip("not of this version of Python")
    if count:
        assert found(before) == found(after)


def test_enough_written_programs_have_branches() -> None:
    counts = [swapped(path.read_text(encoding="utf-8"))[2] for path in WRITTEN]
    assert sum(bool(each) for each in counts) > 50


@pytest.mark.parametrize("start", RANDOM[::50])
def test_random_programs(start: int) -> None:
    differ = []
    for number in range(start, start + 50):
        before, after, count = swapped(numbered_program(1611, number))
        if count and found(before) != found(after):
            differ.append(number)
    assert differ == []
