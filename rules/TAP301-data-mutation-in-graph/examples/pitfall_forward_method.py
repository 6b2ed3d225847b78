"""A forward that clips its activation through .data spoils the gradient for every caller."""

# torch: wrong gradient
import torch
from torch import nn


class Clipped(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x):
        hidden = torch.tanh(self.linear(x))
        hidden.data.clamp_(-0.1, 0.1)  # expect: TAP301
        return hidden


model = Clipped()  # parameter
loss = model(torch.tensor([1.0, -2.0])).sum()
loss.backward()
