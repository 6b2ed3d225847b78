"""What a network gives is a tensor; and who reads the flag again has a meaning of his own."""

# torch: runs
import torch
from torch import nn


def cut(model_output, net):
    model_output.requires_grad = False
    return net(model_output)


class Wrapped:
    def __init__(self, network):
        self.network = network
        self.requires_grad = True


def run(model, batch):
    model.requires_grad = False
    if model.requires_grad:
        return model.network(batch)
    with torch.no_grad():
        return model.network(batch)


if __name__ == "__main__":
    linear = nn.Linear(2, 1)
    assert cut(torch.ones(1, 2), linear).requires_grad
    assert not run(Wrapped(linear), torch.ones(1, 2)).requires_grad
