"""An optimiser that is handed in, and a backward that comes after its step."""

# torch: runs
import torch
from torch import nn


def update(optimizer, net, batch):
    optimizer.zero_grad()
    loss = net(batch).sum()
    optimizer.step()  # expect: TAP701 likely
    loss.backward()


if __name__ == "__main__":
    linear = nn.Linear(2, 1)
    before = linear.weight.detach().clone()
    adam = torch.optim.Adam(linear.parameters())
    for _ in range(3):
        vars()["update"](adam, linear, torch.ones(4, 2))
    assert torch.equal(linear.weight, before)
