"""What `argmax` gives has no derivative, whatever network the arguments bring."""

# torch: runs
import pytest
import torch
from torch import nn


def train(model, batch, labels, optimizer):
    predicted = model(batch).argmax(dim=1)
    loss = (predicted != labels).float().mean()
    optimizer.zero_grad()
    loss.backward()  # expect: TAP104
    optimizer.step()


if __name__ == "__main__":
    network = nn.Linear(2, 3)
    sgd = torch.optim.SGD(network.parameters(), lr=0.1)
    with pytest.raises(RuntimeError, match="does not require grad"):
        vars()["train"](network, torch.ones(4, 2), torch.zeros(4), sgd)
