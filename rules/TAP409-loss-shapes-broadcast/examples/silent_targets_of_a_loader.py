"""What a loader gives may be a column: nobody knows."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


def train(net, loader):
    for x, y in loader:
        loss = F.mse_loss(net(x), y)
        loss.backward()


train(nn.Linear(3, 1), [(torch.randn(8, 3), torch.randn(8, 1))])
