"""The loop ends with its first step: there is nothing to clear."""

# torch: runs
import torch
from torch import nn


def try_once(model, optimizer, criterion, batches):
    for batch, target in batches:
        if batch.isnan().any():
            continue
        loss = criterion(model(batch), target)
        loss.backward()
        optimizer.step()
        break


if __name__ == "__main__":
    linear = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(linear.weight)
    sgd = torch.optim.SGD(linear.parameters(), lr=0.5)
    vars()["try_once"](linear, sgd, lambda given, _: given.sum(), [(torch.ones(1, 1), None)] * 3)
    assert linear.weight.item() == -0.5
