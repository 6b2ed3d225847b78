"""An argument is frozen and converted. It may be a network, which changes in place."""

# torch: runs
import torch
from torch import nn


def frozen(net):
    net.requires_grad_(False)
    net.double()
    return net


if __name__ == "__main__":
    layer = vars()["frozen"](nn.Linear(2, 3))
    assert layer.weight.dtype == torch.float64
    assert not layer.weight.requires_grad
