"""A series is drawn step by step, as it will be when the network is used."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

cell, head = nn.GRUCell(1, 4), nn.Linear(4, 1)
value, hidden, loss = torch.zeros(2, 1), torch.zeros(2, 4), torch.zeros(())
for _ in range(3):
    hidden = cell(value, hidden)
    following = Normal(head(hidden), 1.0)
    value = following.sample()
    loss = loss - following.log_prob(torch.ones(2, 1)).mean()
loss.backward()
