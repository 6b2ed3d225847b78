"""Frozen parameters and buffers may be changed: they do not require grad."""

# torch: runs
import torch
from torch import nn


class Average(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(2))
        self.count = nn.Parameter(torch.zeros(1), requires_grad=False)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.count += 1.0
        self.mean.mul_(0.9).add_(0.1 * x)
        return x - self.mean


target = nn.Linear(2, 2)
for parameter in target.parameters():
    parameter.requires_grad_(False)
for parameter in target.parameters():
    parameter.mul_(0.5)
Average()(torch.ones(2))
