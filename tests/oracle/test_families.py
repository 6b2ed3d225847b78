"""The names in the families are torch's, and numpy's in the families of numpy."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter

import numpy
import pytest
import torch

from tapelint.torch_api.families import Families, families, takes_deviation
from tapelint.torch_api.knowledge import knowledge

OF_TORCH = (
    *(torch, torch.Tensor, torch.nn, torch.nn.functional, torch.nn.init, torch.nn.Module),
    *(torch.fft, torch.linalg, torch.special, torch.distributions, torch.optim.Optimizer),
    *(torch.autograd.graph, torch.autograd.graph.Node, torch.nn.modules.module),
    *(torch.nn.Linear(1, 1), torch.nn.RNN(1, 1), torch.nn.RNNCell(1, 1)),
    *(torch.nn.MultiheadAttention(1, 1), torch.nn.ModuleDict(), torch.nn.ParameterDict()),
    torch.optim,
)
OF_NUMPY = (numpy, numpy.ndarray)


def _has(home: object, name: str) -> bool:
    """Whether something of torch has a name, or is what a dotted one begins with."""
    try:
        attrgetter(name.removeprefix("torch."))(home)
    except AttributeError:
        return False
    return True


@pytest.mark.parametrize("family", Families._fields)
def test_every_name_is_torchs(family: str) -> None:
    homes = OF_NUMPY if family.startswith("array_") else OF_TORCH
    unknown = [
        name
        for name in getattr(families(), family)
        if not any(_has(home, each) for home in homes for each in (name, f"{name}_"))
    ]
    assert not unknown


def test_the_measured_families_are_those_in_the_file() -> None:
    """What is not in it is derived, or listed at the end of the module with the reason."""
    others = {"arithmetic", "all_products", "attribute_transpositions", "fresh", "filled", "scaled"}
    others |= {"giving_anew", "ending_history", "module_methods"}
    others |= {"acting_modules", "parameters_of_modules", "looks"}
    others |= {"done_by_hand", "words_of_gradients", "gradient_hooks", "into_range", "dropping"}
    assert {*Families._fields} == {*knowledge().families} | others


@pytest.mark.parametrize("name", sorted(families().scaled | {"normal"}))
def test_a_deviation_stretches_what_is_drawn(name: str) -> None:
    def drawn(size: float) -> torch.Tensor:
        torch.default_generator.manual_seed(1)
        given = torch.full((1,), size, dtype=torch.float64)
        if name == "normal":
            return torch.normal(torch.zeros(1, dtype=torch.float64), given)
        known = knowledge().distributions[name].parameters
        others = {"loc": given * 0, "df": given * 0 + 3}
        arguments = {each: given if each == "scale" else others[each] for each in known}
        made: torch.Tensor = getattr(torch.distributions, name)(**arguments).sample()
        if name == "LogisticNormal":  # the softmax of a normal's numbers, and of a zero
            return made[..., 0].logit()
        return made.log() if name == "LogNormal" else made

    parameter = "std" if name == "normal" else "scale"
    assert takes_deviation(name, parameter)
    assert not any(takes_deviation(name, each) for each in ("loc", "df", "rate"))
    assert torch.allclose(drawn(3.0), 3 * drawn(1.0))


def test_what_keeps_the_size_is_no_sum() -> None:
    """A family is narrower than it looks: no member of one is a member of its opposite."""
    of = families()
    assert not of.keep_size & (of.sums | of.products | of.quotients | of.inverses | {"sum", "norm"})
    assert not of.zeros_and_ones & (of.graded | of.uninitialised)
    assert not set(chain(of.whole_number_tensors)) & of.float_tensors
