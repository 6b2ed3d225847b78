"""Fast weights of a meta-learner: what ends the history of a gradient, and what keeps it."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn

from tapelint import Settings, lint_source

PROGRAM = """\
import copy
import torch
from torch import nn
import torch.nn.functional as F

meta = nn.Linear(2, 1)
x, y = torch.ones(4, 2), torch.ones(4, 1)
learner = copy.deepcopy(meta)
loss = F.mse_loss(learner(x), y)
grads = torch.autograd.grad(loss, list(learner.parameters()){create_graph})
for p, g in zip(learner.parameters(), grads):
    {step}
F.mse_loss(learner(x), y).backward()
"""
STEPS = [
    "p.data -= 0.1 * g",
    "p.data.sub_(0.1 * g)",
    "p.data.add_(g, alpha=-0.1)",
    "p.data.add_(-0.1 * g)",
    "p.data = p.data - 0.1 * g",
    "p.data = p - 0.1 * g",
    "p.data.copy_(p - 0.1 * g)",
    "p.data[:] = p - 0.1 * g",
]
FUNCTIONAL = """\
import torch
from torch import nn
import torch.nn.functional as F

meta = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
x, y = torch.ones(4, 2), torch.ones(4, 1)
loss = F.mse_loss(meta(x), y)
grads = torch.autograd.grad(loss, list(meta.parameters()), create_graph=True)
fast = {n: p - 0.1 * g for (n, p), g in zip(meta.named_parameters(), grads)}
F.mse_loss(torch.func.functional_call(meta, fast, (x,)), y).backward()
"""
LOADED = """\
import torch
from torch import nn
import torch.nn.functional as F

meta = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
x, y = torch.ones(4, 2), torch.ones(4, 1)
before = {n: p.detach().clone() for n, p in meta.named_parameters()}
loss = F.mse_loss(meta(x), y)
grads = torch.autograd.grad(loss, list(meta.parameters()), create_graph=True)
fast = {n: p - 0.1 * g for (n, p), g in zip(meta.named_parameters(), grads)}
meta.load_state_dict(fast)
meta_loss = F.mse_loss(meta(x), y)
meta.load_state_dict(before)
meta_loss.backward()
"""


def run(program: str) -> dict[str, Any]:
    torch.manual_seed(0)
    names: dict[str, Any] = {}
    exec(compile(program, "program.py", "exec"), names)
    return names


def found(program: str, code: str) -> Any:
    everything = lint_source(program, settings=Settings(select=("ALL",)))
    [finding] = [each for each in everything if each.code == code]
    return finding


@pytest.mark.parametrize("step", STEPS)
def test_a_gradient_with_a_history_that_goes_through_data_has_no_fix(step: str) -> None:
    """The fix would be silent, and the meta-model would stay untrained all the same."""
    program = PROGRAM.format(create_graph=", create_graph=True", step=step)
    assert all(each.grad is None for each in run(program)["meta"].parameters())
    finding = found(program, "TAP302")
    assert finding.fix is None
    assert "torch.func.functional_call" in finding.message


@pytest.mark.parametrize("step", STEPS)
def test_a_plain_step_keeps_its_fix(step: str) -> None:
    finding = found(PROGRAM.format(create_graph="", step=step), "TAP302")
    assert finding.fix is not None
    assert "functional_call" not in finding.message


def test_a_functional_call_trains_through_the_step() -> None:
    assert all(each.grad is not None for each in run(FUNCTIONAL)["meta"].parameters())
    assert lint_source(FUNCTIONAL, settings=Settings(select=("ALL",))) == []


def test_weights_loaded_between_forward_and_backward_are_passed_to_a_functional_call() -> None:
    """Another order runs without an error, and gives the gradient of the first order alone."""
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        run(LOADED)
    reordered = LOADED.replace("meta.load_state_dict(before)\nmeta_loss.backward()\n", "")
    first = run(f"{reordered}meta_loss.backward()\n")["meta"]
    second = run(FUNCTIONAL)["meta"]
    assert not torch.allclose(first[0].weight.grad, second[0].weight.grad)
    finding = found(LOADED, "TAP202")
    assert "torch.func.functional_call" in finding.message
    assert "after that backward" not in finding.message


def test_a_parameter_shares_the_memory_of_what_it_is_made_of() -> None:
    program = (
        "import torch\nfrom torch import nn\n"
        "encoder = nn.Linear(2, 2)\ncode = encoder(torch.ones(2))\n"
        "prototype = nn.Parameter(code)\n(prototype - 1.0).pow(2).sum().backward()\n"
    )
    names = run(program)
    assert names["prototype"].data_ptr() == names["code"].data_ptr()
    layer = nn.Linear(2, 2)
    with pytest.raises(TypeError, match="cannot assign"):
        layer.weight = names["code"]  # what "use the tensor itself" would come to
    message = found(program, "TAP101").message
    assert "copies" not in message
    assert "torch.func.functional_call" in message
