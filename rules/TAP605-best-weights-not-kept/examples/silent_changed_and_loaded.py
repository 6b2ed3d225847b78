"""A network's own dict gets other weights before the network loads it, or somebody else has it."""

# torch: runs
import torch
from torch import nn


def train(network, batches):
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for inputs in batches:
        optimizer.zero_grad()
        network(inputs).pow(2).mean().backward()
        optimizer.step()


def halved(network, batches):
    state = network.state_dict()
    train(network, batches)
    for name in state:
        state[name] = state[name] / 2
    network.load_state_dict(state)


def updated(network, batches, pretrained):
    state = network.state_dict()
    train(network, batches)
    state.update(pretrained)
    network.load_state_dict(state)


def changed_by(network, batches, change):
    state = network.state_dict()
    train(network, batches)
    change(state)
    network.load_state_dict(state)


def of_another(network, other, batches):
    state = network.state_dict()
    train(network, batches)
    other.load_state_dict(state)


net, batches = nn.Linear(2, 1), torch.randn(3, 4, 2)
halved(net, batches)
updated(net, batches, {"bias": torch.ones(1)})
assert net.bias.item() == 1
changed_by(net, batches, lambda state: state.update(bias=torch.zeros(1)))
assert net.bias.item() == 0
of_another(net, nn.Linear(2, 1), batches)
