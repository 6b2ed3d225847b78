"""The branch for versions of torch that do not know `use_reentrant`."""

# torch: right gradient
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.Linear(2, 2)

    def forward(self, x):
        if torch.__version__ >= "1.11":
            return checkpoint(self.block, x, use_reentrant=False)
        return checkpoint(self.block, x)


net = Net()  # parameter
loss = net(torch.ones(4, 2)).sum()
