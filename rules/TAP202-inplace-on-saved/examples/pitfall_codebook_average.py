"""The product saved the codebook, which the moving average then updates under no_grad."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


class Quantiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(2, 2)
        self.register_buffer("codebook", torch.eye(2))

    def forward(self, x):
        z = self.encode(x)
        similarity = z @ self.codebook.t()
        with torch.no_grad():
            self.codebook.mul_(0.9).add_(z.mean(0), alpha=0.1)  # expect: TAP202
        return similarity


Quantiser()(torch.ones(1, 2)).sum().backward()
