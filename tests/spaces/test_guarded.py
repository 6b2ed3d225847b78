"""A backward behind a test that asks for the history: TAP104 and torch agree on each."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tapelint import Settings, lint_source

LOSSES = {
    "of numbers": "torch.ones(3).sum()",
    "cut": "w.sum().detach()",
    "whole": "w.sum()",
    "a leaf": "w",
    "a leaf that is not trained": "torch.ones(())",
}
GUARDS = {
    "none": "{loss}.backward()",
    "requires_grad": "if {loss}.requires_grad:\n    {loss}.backward()",
    "is not None": "if {loss}.grad_fn is not None:\n    {loss}.backward()",
    "grad_fn": "if {loss}.grad_fn:\n    {loss}.backward()",
    "grad_fn and": "{loss}.grad_fn and {loss}.backward()",
    "is None": "if {loss}.grad_fn is None:\n    pass\nelse:\n    {loss}.backward()",
    "and": "{loss}.requires_grad and {loss}.backward()",
    "or": "not {loss}.requires_grad or {loss}.backward()",
    "both": "if {loss}.requires_grad and {loss}.grad_fn is not None:\n    {loss}.backward()",
    "hasattr": (
        "if hasattr({loss}, 'grad_fn') and {loss}.grad_fn is not None:\n    {loss}.backward()"
    ),
    "is_leaf": "if not {loss}.is_leaf:\n    {loss}.backward()",
    "a choice": "{loss}.backward() if {loss}.requires_grad else None",
    "a variable": "is_trained = {loss}.requires_grad\nif is_trained:\n    {loss}.backward()",
    "the contrary": "if not {loss}.requires_grad:\n    {loss}.backward()",
    "of what is a leaf": "if {loss}.is_leaf:\n    {loss}.backward()",
    "of nothing": "if {loss}.grad_fn is None:\n    {loss}.backward()",
}
SPACE = list(itertools.product(LOSSES, GUARDS))


def _raises(text: str) -> bool:
    names: dict[str, Any] = {}
    try:
        exec(text, names)
    except RuntimeError as error:
        return "does not require grad" in str(error)
    return False


@pytest.mark.parametrize(("loss", "guard"), SPACE, ids=map(", ".join, SPACE))
def test_a_backward_is_reported_where_torch_comes_to_it(loss: str, guard: str) -> None:
    text = "import torch\nw = torch.ones((), requires_grad=True)\n"
    text += f"loss = {LOSSES[loss]}\n{GUARDS[guard].format(loss='loss')}\n"
    found = lint_source(text, path="x.py", settings=Settings(select=("TAP104",)))
    assert bool(found) is _raises(text), text


def test_a_function_that_chooses_another_by_what_it_is_given_cuts_nothing() -> None:
    text = """
import functools
import torch
@functools.singledispatch
def doubled(x):
    return x.detach()
@doubled.register
def _(x: torch.Tensor):
    return x * 2
doubled(torch.ones(3, requires_grad=True)).sum().backward()
"""
    assert not _raises(text)
    assert not lint_source(text, path="x.py", settings=Settings(select=("TAP104",)))
    plain = text.replace("@functools.singledispatch\n", "").replace("@doubled.register\n", "")
    assert _raises(plain)
    assert lint_source(plain, path="x.py", settings=Settings(select=("TAP104",)))


def test_a_method_that_chooses_another_may_train_what_it_is_given() -> None:
    text = """
import functools
import torch
from torch import nn
class Thaw:
    @functools.singledispatchmethod
    def visit(self, net):
        pass
    @visit.register
    def _(self, net: nn.Module):
        net.requires_grad_(True)
net = nn.Linear(3, 1).requires_grad_(False)
Thaw().visit(net)
net(torch.ones(1, 3)).sum().backward()
"""
    assert not _raises(text)
    assert not lint_source(text, path="x.py", settings=Settings(select=("TAP104",)))
    plain = text.replace("    @functools.singledispatchmethod\n", "")
    plain = plain.replace("    @visit.register\n", "")
    assert _raises(plain)
    assert lint_source(plain, path="x.py", settings=Settings(select=("TAP104",)))
