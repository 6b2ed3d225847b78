"""`ParameterList` registers them."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = nn.ParameterList([nn.Parameter(torch.ones(4)) for _ in range(2)])

    def forward(self, x):
        return x * self.scales[0] + self.scales[1]


assert len(list(Net().parameters())) == 2
assert Net()(torch.ones(1, 4)).requires_grad
