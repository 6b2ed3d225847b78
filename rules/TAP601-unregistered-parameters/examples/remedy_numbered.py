"""`ModuleDict` takes strings: they are made of the numbers, and where the heads are read, too."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.heads = nn.ModuleDict({str(size): nn.Linear(4, size) for size in (1, 2)})

    def forward(self, x, size):
        return self.heads[str(size)](self.body(x))


net = Net()
assert len(list(net.parameters())) == 6
assert net(torch.ones(1, 4), 2).shape == (1, 2)
