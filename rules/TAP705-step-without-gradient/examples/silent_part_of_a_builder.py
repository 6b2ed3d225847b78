"""What the builder gives is a part of the network, and the loss reaches it."""

# torch: runs
import torch
from torch import nn

import importlib

build = getattr(importlib.import_module("torch.nn"), "Linear")


class Net(nn.Module):
    def __init__(self, builder):
        super().__init__()
        self.part = builder(4, 3)
        self.head = nn.Linear(3, 1)


def train(builder):
    net, judge = Net(builder), nn.Linear(3, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    judge_optimizer = torch.optim.SGD(judge.parameters(), lr=0.1)
    optimizer.zero_grad()
    judge(net.part(torch.ones(2, 4))).pow(2).mean().backward()
    optimizer.step()
    assert net.part.weight.grad is not None


train(build)
