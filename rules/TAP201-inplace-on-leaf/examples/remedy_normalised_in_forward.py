"""A normalised copy in forward leaves the weight alone and is differentiated."""

# torch: right gradient
import torch
from torch import nn


class Cosine(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))

    def forward(self, x):
        direction = self.weight / self.weight.norm()
        return x @ direction


model = Cosine()  # parameter
loss = model(torch.ones(1, 3)).sum()
loss.backward()
