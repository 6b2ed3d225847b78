"""Network and optimiser come from a caller that is not in sight: the step of each round is late."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


def train(network, optimizer, batches):
    network.zero_grad()
    for batch in batches:
        loss = network(batch).sum()
        optimizer.step()  # expect: TAP204 likely
        loss.backward()


if __name__ == "__main__":
    layers = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
    sgd = torch.optim.SGD(layers.parameters(), lr=0.1)
    vars()["train"](layers, sgd, 2 * [torch.ones(4, 2)])
