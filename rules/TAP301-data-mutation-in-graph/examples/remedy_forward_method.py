"""torch.clamp out of place is part of the graph."""

# torch: right gradient
import torch
from torch import nn


class Clipped(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x):
        hidden = torch.tanh(self.linear(x))
        return torch.clamp(hidden, -0.9, 0.9)


model = Clipped()  # parameter
loss = model(torch.tensor([1.0, -0.2])).sum()
loss.backward()
