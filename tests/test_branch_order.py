"""Findings do not depend on which branch of an `if` is written first.

Each ``if c: A else: B`` becomes ``if not c: B else: A``. What is found, and how surely,
stays; lines are not compared, since they move.
"""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.fuzz import holders
from tests.fuzz.programs import numbered_program

from tapelint import Finding, Settings, lint_file, lint_source

TESTS = Path(__file__).parent
FOLDERS = (
    TESTS / "programs",
    TESTS / "user_reports",
    *sorted((TESTS.parent / "rules").glob("TAP*")),
)
RANDOM = range(400)
SETTINGS = Settings(select=("ALL",))


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
    return counted(lint_source(text, settings=SETTINGS))


def counted(findings: list[Finding]) -> Counter[tuple[str, str]]:
    return Counter((each.code, each.confidence.value) for each in findings if each.code != "TAP001")


@functools.cache
def swapped(text: str) -> tuple[str, str] | None:
    """A program as `ast` writes it, and with branches swapped; nothing where it has none."""
    tree, swap = ast.parse(text), Swap()
    after = ast.fix_missing_locations(swap.visit(tree))
    return (ast.unparse(ast.parse(text)), ast.unparse(after)) if swap.count else None


def programs(folder: Path) -> dict[Path, tuple[str, str]]:
    """The programs with branches in a folder, as they are and with branches swapped."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        try:
            both = swapped(path.read_text(encoding="utf-8"))
        except SyntaxError:
            continue  # not of this version of Python
        if both is not None:
            found[path] = both
    return found


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_written_programs(folder: Path, linted: Callable[[Path], list[Finding]]) -> None:
    """What is found as a program is written is known; comments may hide some of it."""
    differ = {
        path.stem: (found(before), found(after))
        for path, (before, after) in programs(folder).items()
        if found(after) != counted(linted(path)) and found(after) != found(before)
    }
    assert differ == {}


def test_enough_written_programs_have_branches() -> None:
    assert sum(len(programs(folder)) for folder in FOLDERS) > 50


@pytest.mark.parametrize("start", RANDOM[::50])
def test_random_programs(start: int) -> None:
    differ = []
    for number in range(start, start + 50):
        both = swapped(numbered_program(1611, number))
        if both is not None and found(both[0]) != found(both[1]):
            differ.append(number)
    assert differ == []


@pytest.mark.parametrize("name", holders.HOLDERS)
def test_what_holds_a_tensor_is_held_on_its_own_branch(name: str, tmp_path: Path) -> None:
    """Against torch, which runs both sides; and in either order."""
    other, path = tmp_path / f"{holders.OTHER_FILE}.py", tmp_path / "program.py"
    other.write_text(holders.OTHER_FILES_TEXT)
    settings = Settings(select=("TAP2", "TAP5"))
    differ = []
    for what, *texts in holders.programs(holders.HOLDERS[name]):
        of_order = []
        for text in texts:
            path.write_text(text)
            of_order.append(
                Counter(
                    (each.code, each.confidence.value)
                    for each in lint_file(path, settings=settings)
                )
            )
        is_wrong = any(holders.raises(texts[0], tmp_path)) is not bool(of_order[0])
        if is_wrong or of_order[0] != of_order[1]:
            differ.append((what, of_order))
    assert differ == []
