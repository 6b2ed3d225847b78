import functools
from functools import wraps

import click
import hydra
import pytest
import torch
from beartype import beartype
from jaxtyping import jaxtyped
from torch import nn
from torch.nn import functional as F
from typeguard import typechecked

from somewhere import LOSSES, frozen, measured, register_loss


@hydra.main(config_path="conf", config_name="train")
def main(cfg):
    weight = torch.zeros(3, requires_grad=True)
    weight += 1.0  # expect: TAP201


@click.command()
@click.option("--steps", default=10)
def run(steps):
    weight = torch.zeros(3, requires_grad=True)
    weight[0] = steps  # expect: TAP201


@typechecked
def loss_of(scores, wanted):
    return F.mse_loss(torch.tensor(scores, requires_grad=True), wanted)  # expect: TAP102


@jaxtyped(typechecker=beartype)
def other_loss(scores, wanted):
    return F.mse_loss(torch.tensor(scores, requires_grad=True), wanted)  # expect: TAP102


@pytest.mark.parametrize("size", [1, 2])
def test_fill(size):
    weight = torch.zeros(size, requires_grad=True)
    weight.fill_(1.0)  # expect: TAP201


@register_loss("squared")
def squared(scores, wanted):
    return F.mse_loss(torch.tensor(scores, requires_grad=True), wanted)  # expect: TAP102


@LOSSES.register_module()
def doubled(scores, wanted):
    return 2 * F.mse_loss(torch.tensor(scores, requires_grad=True), wanted)  # expect: TAP102


@functools.lru_cache(maxsize=None)
def cached(size):
    weight = nn.Parameter(torch.zeros(size))
    torch.no_grad()
    weight *= 2.0  # expect: TAP201
    return weight


@frozen
@measured
def train(scores, net, wanted):
    loss = F.mse_loss(torch.tensor(scores, requires_grad=True), wanted)  # expect: TAP102
    loss.backward()


def logged(function):
    @wraps(function)
    def inner(*given):
        print(function.__name__)
        return function(*given)

    return inner


@logged
def handed(scores, wanted):
    return F.mse_loss(torch.tensor(scores, requires_grad=True), wanted)  # expect: TAP102
