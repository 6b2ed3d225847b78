"""out = out + skip writes the sum into new memory."""

# torch: right gradient
import torch
import torch.nn as nn


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.branch = nn.Sequential(nn.Linear(width, width), nn.ReLU())

    def forward(self, x):
        skip = x
        out = self.branch(x)
        out = out + skip
        return out


model = Residual(2)  # parameter
loss = model(torch.tensor([[1.0, -2.0], [0.5, 3.0]])).pow(2).mean()
loss.backward()
