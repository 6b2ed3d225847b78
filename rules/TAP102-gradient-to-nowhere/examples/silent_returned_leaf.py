"""A function that makes a leaf and returns it hands it to its caller."""

# torch: right gradient
import torch


def make_weight(size):
    return torch.ones(size, requires_grad=True)


weight = make_weight(2)  # parameter
loss = (weight * weight * torch.tensor([1.0, 2.0])).sum()
loss.backward()
