"""What is moved before it is made a parameter need not be moved again."""

import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self, nodes, device):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(nodes, 10).to(device), requires_grad=True).to(device)
        self.scale = nn.Parameter(torch.ones(nodes, device=device)).to(device)
        self.shift = nn.Parameter(torch.zeros(nodes)).to(device)  # expect: TAP106 likely


class Computed(nn.Module):
    def __init__(self, nodes, device):
        super().__init__()
        self.upper = nn.Parameter(torch.triu(torch.zeros(3, 3))).to(device)  # expect: TAP106 likely
        self.small = nn.Parameter(0.1 * torch.randn(nodes)).to(device)  # expect: TAP106 likely
        self.there = nn.Parameter(0.1 * torch.randn(nodes, device=device)).to(device)
        self.given = nn.Parameter(torch.triu(nodes)).to(device)
