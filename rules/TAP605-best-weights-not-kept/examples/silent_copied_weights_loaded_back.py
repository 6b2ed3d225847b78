"""The best of several networks is kept by name, its weights by a copy that goes back into it."""

# torch: runs
import copy

import torch
from torch import nn

nets = [nn.Linear(2, 1) for _ in range(2)]
optimizer = torch.optim.SGD([p for net in nets for p in net.parameters()], lr=0.1)
x, y = torch.randn(8, 2), torch.randn(8, 1)
best, best_net, best_weights = float("inf"), nets[0], copy.deepcopy(nets[0].state_dict())
for _ in range(3):
    for net in nets:
        optimizer.zero_grad()
        (net(x) - y).pow(2).mean().backward()
        optimizer.step()
    for net in nets:
        with torch.no_grad():
            error = (net(x) - y).abs().mean().item()
        if error < best:
            best, best_weights = error, copy.deepcopy(net.state_dict())
            best_net = net
best_net.load_state_dict(best_weights)
with torch.no_grad():
    assert (best_net(x) - y).abs().mean().item() == best
