"""The best weights are copied when they are met."""

# torch: runs
import copy

import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
inputs, targets = torch.randn(8, 2), torch.randn(8, 1)
lowest, best_weights = float("inf"), None
for step in range(30):
    loss = (net(inputs) - targets).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    if loss.item() < lowest and step < 5:
        lowest = loss.item()
        best_weights = copy.deepcopy(net.state_dict())
        before = net.weight.detach().clone()
    optimizer.step()
assert torch.equal(best_weights["weight"], before)
net.load_state_dict(best_weights)
