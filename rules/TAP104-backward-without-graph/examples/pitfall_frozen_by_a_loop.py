"""A helper freezes all parameters, and nothing else is trained."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


def freeze(model):
    for name, parameter in model.named_parameters():
        parameter.requires_grad = False


net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 1))
freeze(net)
net(torch.ones(1, 2)).sum().backward()  # expect: TAP104
