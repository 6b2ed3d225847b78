"""An unknown network is clipped before the backward of a loss that is there already."""

# torch: runs
import torch
from torch import nn


def update(model, optimizer, criterion, batch, target):
    optimizer.zero_grad()
    loss = criterion(model(batch), target)
    nn.utils.clip_grad_norm_(model.parameters(), 1e-3)  # expect: TAP702 likely
    loss.backward()
    optimizer.step()


if __name__ == "__main__":
    linear = nn.Linear(2, 1)
    sgd = torch.optim.SGD(linear.parameters(), lr=1.0)
    before = linear.weight.detach().clone()
    vars()["update"](linear, sgd, nn.MSELoss(), torch.ones(4, 2), torch.full((4, 1), 9.0))
    assert (linear.weight - before).abs().max() > 1
