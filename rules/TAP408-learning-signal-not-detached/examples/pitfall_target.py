"""The target carries the history of the network that it trains: the gradient changes its sign."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

q = nn.Linear(1, 1, bias=False)
nn.init.ones_(q.weight)
gamma, reward = 0.9, torch.ones(1, 1)
state, next_state = torch.ones(1, 1), torch.full((1, 1), 2.0)
target = reward + gamma * q(next_state)  # expect: TAP408 likely
loss = F.mse_loss(q(state), target)
loss.backward()
assert abs(q.weight.grad.item() - 2.88) < 1e-5
