"""The target is a number: the prediction moves to it."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

q = nn.Linear(1, 1, bias=False)
nn.init.ones_(q.weight)
gamma, reward = 0.9, torch.ones(1, 1)
state, next_state = torch.ones(1, 1), torch.full((1, 1), 2.0)
target = reward + gamma * q(next_state).detach()
loss = F.mse_loss(q(state), target)
loss.backward()
assert abs(q.weight.grad.item() + 3.6) < 1e-5
