"""Weights clipped under no_grad after the second layer has saved its own."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
score = critic(torch.tensor([[0.5, -0.5]])).mean()
with torch.no_grad():
    for parameter in critic.parameters():
        parameter.clamp_(-0.01, 0.01)  # expect: TAP202
score.backward()
