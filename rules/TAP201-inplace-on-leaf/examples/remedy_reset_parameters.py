"""nn.init works under no_grad by itself."""

# torch: right gradient
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(size))
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.uniform_(self.weight, 0.5, 1.5)

    def forward(self, x):
        return self.weight * x


layer = Scale(3)  # parameter
loss = layer(torch.tensor([1.0, 2.0, 3.0])).pow(2).sum()
loss.backward()
