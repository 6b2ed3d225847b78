"""The iterator is gone over in one branch or in the other."""

# torch: runs
import torch
from torch import nn


def update(net: nn.Linear, by_norm: bool) -> None:
    net(torch.ones(1, 2)).sum().backward()
    parameters = net.parameters()
    if by_norm:
        nn.utils.clip_grad_norm_(parameters, 1.0)
    else:
        nn.utils.clip_grad_value_(parameters, 1.0)


update(nn.Linear(2, 1), True)
