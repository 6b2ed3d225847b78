"""Whether the input requires grad is up to the caller; that torch warns is not."""

# torch: right gradient
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.Linear(2, 2)

    def forward(self, hidden):
        return checkpoint(self.block, hidden)  # expect: TAP802


net = Net()  # parameter
loss = net(torch.ones(4, 2, requires_grad=True)).sum()
