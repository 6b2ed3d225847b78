"""Each turn makes a network of its own, and trains no other."""

# torch: runs
import torch
from torch import nn

inputs, targets = torch.randn(8, 2), torch.randn(8, 1)
lowest, best_net, best_weights = float("inf"), None, None
for rate in (0.1, 0.01, 0.001):
    net = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=rate)
    for _ in range(20):
        loss = (net(inputs) - targets).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if loss.item() < lowest:
        lowest = loss.item()
        best_net, best_weights = net, net.state_dict()
assert torch.equal(best_net.weight, best_weights["weight"])
torch.save(best_weights, "/dev/null")
