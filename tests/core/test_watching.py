"""Statements that somebody watches, and executions for who asks what is sure."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tapelint.core.autograd.graph import REQUIRES_GRAD, Tensor
from tapelint.core.code.instruction import Block, Instruction, blocks_of
from tapelint.core.code.instructions import Reach
from tapelint.core.code.lowering import lowered, module_code
from tapelint.core.domain.certainty import NO, YES, Certainty
from tapelint.core.machine.events import Reached
from tapelint.core.running.execution import Execution

PROGRAM = """
import random
def f(x):
    y = x + 1
    return y
for a in [1, 2]:
    f(a)
if random.random():
    pass
else:
    raise ValueError
"""


def instructions(block: Block) -> Iterator[Instruction]:
    """All instructions of a block, and of those within it."""
    for each in block:
        yield each
        for inner in blocks_of(each):
            yield from instructions(inner)


def reached(
    text: str, watched: type[ast.stmt], *, is_thorough: bool = False
) -> list[tuple[int, bool]]:
    """The lines of watched statements, in the order in which they are reached, and whether over."""
    tree = ast.parse(text)
    nodes = frozenset[ast.AST](each for each in ast.walk(tree) if isinstance(each, watched))
    execution = Execution(module_code(tree, "a.py", nodes), text, is_thorough=is_thorough)
    found: list[tuple[int, bool]] = []

    def note(event: Reached) -> None:
        assert isinstance(event.node, ast.stmt)
        found.append((event.node.lineno, event.is_over))

    execution.machine.listen(Reached, note)
    execution.run()
    return found


@pytest.mark.parametrize(
    ("watched", "expected"),
    [
        (ast.Return, [(5, False), (5, True)] * 2),
        (ast.Pass, [(9, False), (9, True)]),
        (ast.Raise, [(11, False), (11, True)]),
        (ast.For, [(6, False), (6, True)]),
        (ast.Try, []),
    ],
)
def test_a_watched_statement_is_told_before_and_after(
    watched: type[ast.stmt], expected: list[tuple[int, bool]]
) -> None:
    assert reached(PROGRAM, watched) == expected


def test_nothing_is_left_in_code_that_nobody_watches() -> None:
    tree = ast.parse(PROGRAM)
    plain = list(instructions(lowered(module_code(tree)).body))
    watched = list(instructions(lowered(module_code(tree, "", frozenset(ast.walk(tree)))).body))
    assert not any(isinstance(each, Reach) for each in plain)
    kinds = [type(each) for each in watched if not isinstance(each, Reach)]
    assert kinds == [type(each) for each in plain]


def requires_grad(text: str, name: str, *, is_thorough: bool) -> set[Certainty]:
    """What is known of the tensors that a name may be at the end of a file's body."""
    tree = ast.parse(text)
    execution = Execution(module_code(tree, "a.py"), text, is_thorough=is_thorough)
    execution.run()
    machine, frame = execution.machine, execution.frame
    several = machine.alternatives(frame.slots[frame.code.names[name]])
    tensors = [each for each, _ in several if isinstance(each, Tensor)]
    return {machine.state.get(each, REQUIRES_GRAD) for each in tensors}


CHAIN = """
import torch
from elsewhere import batches
w = torch.ones(2, requires_grad=True)
a = b = c = torch.zeros(2)
for batch in batches:
    c = b
    b = a
    a = w * 2
"""


def test_a_thorough_execution_shows_what_any_round_leaves() -> None:
    """Only the third round leaves a tensor that requires grad under the last name."""
    assert requires_grad(CHAIN, "c", is_thorough=False) == {YES}
    assert requires_grad(CHAIN, "c", is_thorough=True) == {NO, YES}


def test_a_thorough_execution_lets_a_try_stop_anywhere() -> None:
    text = "try:\n    a = 1\nexcept ValueError:\n    pass\n"
    assert reached(text, ast.Pass) == []
    assert reached(text, ast.Pass, is_thorough=True) == [(4, False), (4, True)]


def test_a_thorough_execution_runs_what_was_called_as_if_called_from_anywhere() -> None:
    assert len(reached(PROGRAM, ast.Return, is_thorough=True)) == 3 * 2
