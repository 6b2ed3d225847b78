"""Rewards in a column make a square of the target before the loss is given it."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

critic = nn.Linear(4, 1)
states, after = torch.randn(32, 4), torch.randn(32, 4)
rewards = torch.randn(32).unsqueeze(1)
with torch.no_grad():
    target = rewards + 0.99 * critic(after).squeeze(1)  # expect: TAP409 certain
loss = F.mse_loss(critic(states).squeeze(1), target)
loss.backward()
assert target.shape == (32, 32)
