"""A list is no module: nothing of what it holds is trained or saved."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(3)]  # expect: TAP601

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


net = Net()
assert net(torch.ones(1, 4)).requires_grad
assert not list(net.parameters()) and not net.state_dict()
