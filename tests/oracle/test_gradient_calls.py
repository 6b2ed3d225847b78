"""What tapelint knows of optimisers, scalers and clipping, held against torch."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest
import torch

from tapelint.torch_api import gradient_calls
from tapelint.torch_api.gradient_calls import clips_gradients, forgets_steps, is_scaler_class
from tapelint.torch_api.knowledge import knowledge

_CLOSURES = frozenset({"LBFGS"})
_NOT_FOR_A_VECTOR = frozenset({"SparseAdam", "Muon", "Optimizer"})
"""Optimisers that refuse the gradient of this test, and their base."""


def _remembers(name: str, **settings: Any) -> bool:
    """Whether torch keeps something for a parameter after one step."""
    weight = torch.nn.Parameter(torch.ones(2))
    optimiser = getattr(torch.optim, name)([weight], lr=0.1, **settings)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = weight.pow(2).sum()
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    if name in _CLOSURES:
        optimiser.step(closure)
    else:
        closure()
        optimiser.step()
    return any(value is not None for value in optimiser.state[weight].values())


@pytest.mark.parametrize("name", sorted(knowledge().optimisers - _NOT_FOR_A_VECTOR))
def test_an_optimiser_forgets_as_torch_does(name: str) -> None:
    assert forgets_steps(name) is not _remembers(name)


def test_with_a_momentum_sgd_remembers() -> None:
    assert _remembers("SGD", momentum=0.9)


def _found(name: str) -> Callable[..., Any]:
    module, _, last = name.rpartition(".")
    found: Callable[..., Any] = getattr(importlib.import_module(module), last)
    return found


@pytest.mark.parametrize("name", ["clip_grad_norm_", "clip_grad_value_"])
@pytest.mark.parametrize("home", ["torch.nn.utils", "torch.nn.utils.clip_grad"])
def test_what_clips_is_where_tapelint_looks_for_it(name: str, home: str) -> None:
    weight = torch.nn.Parameter(torch.ones(1))
    weight.grad = torch.full((1,), 100.0)
    assert clips_gradients(f"{home}.{name}")
    _found(f"{home}.{name}")([weight], 1.0)
    assert weight.grad.item() <= 1.0


def test_the_scaler_is_where_tapelint_looks_for_it() -> None:
    assert is_scaler_class(gradient_calls.SCALER)
    scaler = _found(gradient_calls.SCALER)("cpu", init_scale=8.0)
    assert scaler.scale(torch.ones(())).item() == 8.0
    assert all(hasattr(scaler, method) for method in gradient_calls.SCALER_METHODS)
