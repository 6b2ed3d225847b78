"""Batch norm does not save its result: the classic block may add and rectify in place."""

# torch: runs
import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        identity = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += identity
        return self.relu(out)


net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(inplace=True), Block(2), Block(2))
net(torch.randn(2, 1, 6, 6)).mean().backward()
assert all(p.grad is not None for p in net.parameters())
