"""Weights that no name calls the best, given back to the network that has changed them."""

# torch: runs
import torch
from torch import nn


def adapt(network, task):
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    before = network.state_dict()  # expect: TAP605 likely
    for inputs in task:
        optimizer.zero_grad()
        network(inputs).pow(2).mean().backward()
        optimizer.step()
    network.load_state_dict(before)


net = nn.Linear(2, 1)
first = net.weight.detach().clone()
adapt(net, torch.randn(3, 4, 2))
assert not torch.equal(net.weight, first)
