"""What is certain rests on what the code does: it stays certain under names that tell nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapelint import Settings, lint_source
from tapelint.findings import Confidence
from tapelint.torch_api.knowledge import knowledge

from .conftest import RULE_BOOK
from .neutral_names import neutral

PITFALLS = sorted(RULE_BOOK.glob("*/examples/pitfall_*.py"))
EVERYTHING = Settings(select=("ALL",), ignore=("TAP001",))
TRAINING = """\
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def {name}(self, x):
        return self.layer(x).numpy()
"""
BACKWARD = """\
import torch
w = torch.ones(3, requires_grad=True)

def train(runner):
    runner.backward(w.detach().sum())

def train_too(accelerator):
    accelerator.backward(w.detach().sum())
"""


def kept() -> frozenset[str]:
    """The names of torch's own methods and attributes."""
    known = knowledge()
    return frozenset(known.tensor_methods) | frozenset(known.inplace_methods) | _OF_OBJECTS


_OF_OBJECTS = frozenset(
    {
        "weight", "bias", "grad", "data", "parameters", "named_parameters", "train", "eval",
        "training", "modules", "children", "apply", "zero_grad", "state_dict", "param_groups",
        "load_state_dict", "sample", "rsample", "log_prob", "mean", "stddev", "variance", "loc",
        "scale", "T", "shape", "requires_grad", "is_leaf", "forward", "step",
    }
)  # fmt: skip


def certain(source: str) -> Iterator[tuple[str, int]]:
    for each in lint_source(source, settings=EVERYTHING):
        if each.confidence is Confidence.CERTAIN:
            yield each.code, each.line


@pytest.mark.parametrize("part", range(8))
def test_what_is_certain_stays_certain_under_neutral_names(part: int) -> None:
    by_name: list[tuple[Path, tuple[str, int]]] = []
    count = 0
    for path in PITFALLS[part::8]:
        source = ast.unparse(ast.parse(path.read_text("utf-8")))
        before = set(certain(source))
        after = set(certain(neutral(source, kept()))) if before else set()
        count += len(before)
        by_name += [(path, each) for each in sorted(before - after)]
    assert count > 20
    assert by_name == []


def test_the_programs_are_renamed() -> None:
    """Else nothing would be shown."""
    text = neutral("class Net:\n    def go(self, loss):\n        self.best = loss\n", kept())
    assert text == "class v0:\n\n    def a0(self, v1):\n        self.a1 = v1"


@pytest.mark.parametrize(
    ("source", "line", "confidence"),
    [
        (TRAINING.format(name="training_step"), 10, Confidence.LIKELY),
        (BACKWARD, 8, Confidence.LIKELY),
    ],
)
def test_what_a_name_alone_tells_is_likely(source: str, line: int, confidence: Confidence) -> None:
    found = [each for each in lint_source(source, settings=EVERYTHING) if each.line == line]
    assert [each.confidence for each in found] == [confidence]
    assert found[0].assumed
    assert not [each for each in lint_source(source) if each.line != line]
