"""No two findings contradict each other: torch raises for an object, or goes on with it."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
import torch
from tests.fuzz.programs import numbered_program

from tapelint import Finding, Settings, lint_source
from tapelint.findings import Consequence

TESTS = Path(__file__).parents[1]
FOLDERS = (TESTS / "programs", TESTS / "user_reports", TESTS.parent / "rules")
SETTINGS = Settings(select=("ALL",))
GOES_ON = {Consequence.WRONG_GRADIENT, Consequence.NO_GRADIENT}

READS = ("weight", "weight.data", "weight.detach()", "weight.clone()", "weight.data.clone()")
OPERATIONS = ("{} * x", "x * {}", "torch.mul({}, x)", "{} @ x", "F.linear(x, {})", "x.div({} + 0)")
CHANGES = {
    "lookup": "table(torch.tensor([0, 1]))",
    "function": "F.embedding(torch.tensor([0, 1]), weight, max_norm=1.0)",
    "step": "optimizer.step()",
    "in place": "with torch.no_grad():\n    weight.mul_(0.5)",
    "data": "weight.data.mul_(0.5)",
}


def contradictions(text: str) -> list[tuple[Finding, Finding]]:
    """Two findings on one line, or of the same places, of which one says that torch raises."""
    found = lint_source(text, settings=SETTINGS)
    raising = [each for each in found if each.consequence is Consequence.RAISES]
    silent = [each for each in found if each.consequence in GOES_ON]
    return [
        (one, two)
        for one, two in itertools.product(raising, silent)
        if one.location == two.location or _places(one) == _places(two)
    ]


def _places(finding: Finding) -> set[int]:
    return {finding.line, *(each.location.line for each in finding.trail)}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_programs(folder: Path) -> None:
    texts = {each.name: each.read_text(encoding="utf-8") for each in folder.rglob("*.py")}
    assert not {name for name, text in texts.items() if contradictions(text)}


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_random_programs(start: int) -> None:
    numbers = range(start, start + 50)
    assert not [each for each in numbers if contradictions(numbered_program(1611, each))]


def changed_behind_a_read(read: str, operation: str, change: str) -> str:
    """A program in which a weight is read and saved, and then changed before the backward."""
    return "\n".join(
        (
            "import torch",
            "import torch.nn.functional as F",
            "from torch import nn",
            "table = nn.Embedding(2, 2, max_norm=1.0)",
            "weight = table.weight",
            "with torch.no_grad():",
            "    weight.fill_(4.0)",
            "optimizer = torch.optim.SGD([weight], lr=0.5)",
            "weight.sum().backward()",
            "x = torch.tensor([1.0, 2.0], requires_grad=True)",
            f"h = {operation.format(read)}",
            change,
            "h.sum().backward()",
        )
    )


def outcome(text: str) -> Consequence | None:
    """What torch makes of such a program: an error, another gradient than without the change."""
    gradients = []
    for lines in (text, text.replace(text.split("\n", 11)[11].rpartition("\n")[0], "")):
        names: dict[str, torch.Tensor] = {}
        try:
            exec(lines, names)
        except RuntimeError as error:
            if "modified by an inplace operation" not in str(error):
                raise
            return Consequence.RAISES
        assert names["x"].grad is not None
        gradients.append(names["x"].grad)
    return None if torch.equal(*gradients) else Consequence.WRONG_GRADIENT


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_behind_a_read_is_told_as_torch_does(change: str) -> None:
    differ = []
    for read, operation in itertools.product(READS, OPERATIONS):
        text = changed_behind_a_read(read, operation, CHANGES[change])
        told = {
            each.consequence
            for each in lint_source(text, settings=SETTINGS)
            if each.consequence in {Consequence.RAISES, Consequence.WRONG_GRADIENT}
        }
        expected = outcome(text)
        if told != ({expected} if expected is not None else set()):
            differ.append((read, operation, expected, told))
    assert differ == []
