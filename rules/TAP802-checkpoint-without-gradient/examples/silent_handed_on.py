"""What `use_reentrant` is comes from elsewhere."""

# torch: right gradient
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

settings = {"use_reentrant": False}


class Net(nn.Module):
    def __init__(self, **options):
        super().__init__()
        self.block = nn.Linear(2, 2)
        self.options = options

    def forward(self, x):
        return checkpoint(self.block, x, **self.options)


net = Net(**settings)  # parameter
loss = net(torch.ones(4, 2)).sum()
