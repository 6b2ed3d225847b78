"""One state at a time: a value of one number, a reward without a dimension."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

critic = nn.Linear(3, 1)
value = critic(torch.randn(3))
reward = torch.tensor(1.0)
loss = F.mse_loss(value, reward + 0.99 * critic(torch.randn(3)).detach())
loss = loss + F.mse_loss(value.squeeze(-1), reward) + F.mse_loss(value, torch.tensor([2.0]))
loss.backward()
