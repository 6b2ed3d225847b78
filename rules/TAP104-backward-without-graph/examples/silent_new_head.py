"""An unknown network is frozen, and then gets a new head, which trains."""

# torch: runs
import torch
from torch import nn


def fine_tuned(create):
    model = create()
    for parameter in model.parameters():
        parameter.requires_grad = False
    model[1] = nn.Linear(2, 2)
    loss = nn.functional.cross_entropy(model(torch.ones(1, 2)), torch.tensor([1]))
    loss.backward()
    return model


if __name__ == "__main__":
    net = vars()["fine_tuned"](lambda: nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2)))
    assert net[1].weight.grad is not None
