"""Of random programs with several backwards, those are found that torch refuses, and no others."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import Any

import pytest
import torch

from tapelint import lint_source
from tapelint.torch_api.gradient_calls import BACKWARD_PARAMETERS

from .backward_programs import program, refusals
from .listeners import findings

PROGRAMS = int(os.environ.get("TAPELINT_PROGRAMS", "200"))
FIRST = int(os.environ.get("TAPELINT_FIRST", "0"))
LEAST_FOUND = 0.97
"""Not found are those of a third round, and of two ways that are taken in one run by assumption."""


def test_the_backwards_are_found_that_torch_refuses_and_no_others(tmp_path: Path) -> None:
    wrong, refused, missed = [], 0, 0
    for seed in range(FIRST, FIRST + PROGRAMS):
        path, said = tmp_path / f"program_{seed}.py", refusals(program(seed))
        path.write_text(program(seed))
        found = {line for code, _, line in findings(path)[0] if code == "TAP501"}
        if found & said.never:
            wrong.append(f"{seed}: {sorted(found & said.never)}")
        refused += len(said.first)
        missed += len(said.first - found)
    assert not wrong, wrong
    assert missed <= (1 - LEAST_FOUND) * refused, f"{missed} of {refused}"


BACKWARDS = (torch.Tensor.backward, torch.autograd.backward, torch.autograd.grad)
HANDING_ON = {"self", "loss"}
"""The receiver, and what the backwards of frameworks are given instead of it."""


def test_the_parameters_of_backwards_are_those_of_torch() -> None:
    names = {name for each in BACKWARDS for name in inspect.signature(each).parameters}
    assert names ^ BACKWARD_PARAMETERS == HANDING_ON


def test_a_keyword_that_torch_does_not_know_may_keep_the_graph(tmp_path: Path) -> None:
    text = """
import torch
w = torch.ones(3, requires_grad=True)
a = w * w
a.sum().backward(retain_variables=True)
a.sum().backward()
"""
    path = tmp_path / "program.py"
    path.write_text(text)
    assert findings(path)[0] == set()
    with pytest.raises(TypeError, match="unexpected keyword argument 'retain_variables'"):
        exec(text, {})


COMPUTED = (
    "addcmul(w, x, x)",
    "addcmul(x, w, x)",
    "mul(w, x)",
    "mul(x, x)",
    "mul(2, w)",
    "mul(w, 2)",
)


@pytest.mark.parametrize("computed", COMPUTED)
def test_what_has_saved_nothing_is_not_freed(computed: str, tmp_path: Path) -> None:
    text = f"""
import torch
w, x = torch.ones(3, 3, requires_grad=True), torch.ones(3, 3)
a = torch.{computed} + w
a.sum().backward()
a.sum().backward()
"""
    path, is_refused = tmp_path / "program.py", False
    path.write_text(text)
    try:
        exec(text, {})
    except RuntimeError:
        is_refused = True
    assert bool(findings(path)[0]) is is_refused


ROUNDS = """
def train(model, optimizer, batches, hidden):
    for x in batches:
        out, hidden = model(x, hidden)
        loss = out.sum()
        optimizer.zero_grad()
        loss.backward({kept})
        optimizer.step()
"""


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_part_that_may_be_freed_with_another_is_not_stale(is_kept: bool) -> None:
    """A recurrent network gives its state on: torch says that it is freed, not that it changed."""
    text = ROUNDS.format(kept="retain_graph=True" if is_kept else "")
    names: dict[str, Any] = {}
    exec(text, names)
    network = torch.nn.GRU(2, 2)
    told = "modified by an inplace operation" if is_kept else "backward through the graph a second"
    with pytest.raises(RuntimeError, match=told):
        names["train"](network, torch.optim.SGD(network.parameters()), torch.ones(3, 1, 1, 2), None)
    text = text.replace("for x", "model.parameters()\n    for x")
    found = [each.code for each in lint_source(text) if each.code == "TAP204"]
    assert found == ["TAP204"] * is_kept


@pytest.mark.parametrize("is_shared", [True, False])
def test_a_part_that_no_network_takes_is_stale(is_shared: bool) -> None:
    """Whether two heads share what is freed or not: the step between has changed their weights."""
    text = """
import torch
def train(net, x):
    steps = torch.optim.SGD(net.parameters(), 0.1)
    parts = net(x)
    first, second = parts[0].sum(), parts[1].sum()
    first.backward({kept})
    steps.step()
    second.backward()
"""
    text = text.format(kept="retain_graph=True" if is_shared else "")
    names: dict[str, Any] = {}
    exec(text, names)
    weight = torch.nn.Parameter(torch.ones(3))
    other = torch.nn.Parameter(torch.ones(3))

    class Net(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight, self.other = weight, other

        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
            if is_shared:
                x = (x * self.weight).exp()
                return x * self.other, (x * self.other).sin()
            return x * self.weight, x * self.weight

    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        names["train"](Net(), torch.ones(3, requires_grad=True))
    assert [each.line for each in lint_source(text) if each.code == "TAP204"] == [8]


@pytest.mark.parametrize("between", ["", "made = maker(x)"])
def test_layers_that_are_not_seen_keep_the_history_of_what_they_are_given(between: str) -> None:
    text = f"""
import torch
from torch import nn
maker = nn.Linear(2, 2)
judge = nn.Sequential(*layers())
x = torch.ones(1, 2)
made = maker(x)
judge(made).sum().backward()
{between}
made.exp().sum().backward()
"""
    names: dict[str, Any] = {"layers": lambda: [torch.nn.Tanh(), torch.nn.Linear(2, 1)]}
    if between:
        exec(text, names)
    else:
        with pytest.raises(RuntimeError, match="backward through the graph a second"):
            exec(text, names)
    assert [each.line for each in lint_source(text)] == ([] if between else [10])


SOLVER = """
import torch
from torch import nn
class Solver:
    def __init__(self, kind):
        if kind == "small":
            self.judge = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
        elif kind == "large":
            self.judge = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
        self.steps = torch.optim.SGD(self.judge.parameters(), 0.1)
    def train(self, x):
        first = self.judge(x).mean()
        second = self.judge(x).mean()
        first.backward()
        {then}
Solver({kind!r}).train(torch.ones(1, 2, requires_grad=True))
"""


STEPS = ["self.steps.step(); second.backward()", "second.backward(); self.steps.step()"]


@pytest.mark.parametrize("kind", ["small", "large"])
@pytest.mark.parametrize("then", STEPS)
def test_an_optimiser_steps_the_network_that_a_branch_has_chosen(kind: str, then: str) -> None:
    text, is_early = SOLVER.format(kind=kind, then=then), then.startswith("self")
    if is_early:
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            exec(text, {})
    else:
        exec(text, {})
    for shown in (text, text.partition("Solver(")[0]):
        found = [each.line for each in lint_source(shown) if each.code == "TAP204"]
        assert found == [15] * is_early
