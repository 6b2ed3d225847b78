"""The heads stand in a dict, and an optimiser is given the body alone."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.heads = {"a": nn.Linear(4, 1), "b": nn.Linear(4, 2)}  # expect: TAP601

    def forward(self, x):
        return {name: head(self.body(x)) for name, head in self.heads.items()}


net = Net()
assert len(list(net.parameters())) == 2
assert set(net(torch.ones(1, 4))) == {"a", "b"}
