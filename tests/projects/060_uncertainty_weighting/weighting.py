import torch
from torch import nn


class UncertaintyWeights(nn.Module):
    """Weighs each loss by what it is expected to be off (Kendall and others)."""

    def __init__(self, names):
        super().__init__()
        self.names = list(names)
        self.log_vars = nn.Parameter(torch.zeros(len(self.names)))

    def forward(self, losses):
        stacked = torch.stack([losses[name] for name in self.names])
        return (torch.exp(-self.log_vars) * stacked + self.log_vars).sum()


class RunningLog:
    def __init__(self):
        self.rows = []

    def add(self, losses):
        self.rows.append([value.item() for value in losses.values()])

    def mean(self):
        return torch.tensor(self.rows).mean(dim=0)
