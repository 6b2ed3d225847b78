"""What is moved before it is made a parameter need not be moved again."""

import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self, nodes, device):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(nodes, 10).to(device), requires_grad=True).to(device)
        self.scale = nn.Parameter(torch.ones(nodes, device=device)).to(device)
        self.shift = nn.Parameter(torch.zeros(nodes)).to(device)  # expect: TAP106 likely
