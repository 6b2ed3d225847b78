"""A network is frozen and converted: it changes itself, and whatever has both methods may be one."""

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
