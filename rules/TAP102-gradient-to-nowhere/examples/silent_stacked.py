"""Leaves that have a name, or are kept in the list that is stacked, are within reach."""

# torch: runs
import torch

first = torch.zeros(2, requires_grad=True)
kept = [first, torch.ones(2, requires_grad=True)]
torch.stack(kept).sum().backward()
torch.stack([first * 2, kept[1]]).sum().backward()
torch.stack([torch.ones(2, requires_grad=True), torch.zeros(2)]).sum()
assert kept[1].grad is not None
