"""Network and optimiser are arguments: cleared between backward and step, whosever they are."""

# torch: runs
import torch
from torch import nn


def train(model, batches, optimizer, largest):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()
        optimizer.zero_grad()
        nn.utils.clip_grad_norm_(model.parameters(), largest)  # expect: TAP702 likely
        optimizer.step()  # expect: TAP701 likely


if __name__ == "__main__":
    linear = nn.Linear(2, 1)
    before = linear.weight.detach().clone()
    adam = torch.optim.Adam(linear.parameters())
    vars()["train"](linear, 3 * [torch.ones(4, 2)], adam, 1.0)
    assert torch.equal(linear.weight, before)
