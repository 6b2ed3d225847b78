"""A module is converted and moved itself."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)
        self.layer.to(torch.float64)

    def forward(self, inputs):
        return self.layer(inputs)


net = Net()
net.double()
net.layer.cpu()
assert net(torch.ones(1, 2).double()).dtype is torch.float64
