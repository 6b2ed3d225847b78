"""Network and optimiser are arguments, and nothing that the loop runs clears a gradient."""

# torch: runs
import torch
from torch import nn


def train(model, optimizer, criterion, batches):
    for batch, target in batches:
        loss = criterion(model(batch), target)
        loss.backward()
        optimizer.step()  # expect: TAP701 likely


if __name__ == "__main__":
    linear = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(linear.weight)
    sgd = torch.optim.SGD(linear.parameters(), lr=0.5)
    vars()["train"](linear, sgd, lambda given, _: given.sum(), [(torch.ones(1, 1), None)] * 3)
    assert linear.weight.item() == -3.0  # 0.5, 1 and 1.5, not three times 0.5
