"""A change in place of what autograd has saved, in a method that nothing in the file calls."""

import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def gated(self) -> torch.Tensor:
        gate = self.weight.exp()
        gate.mul_(2.0)
        return gate
