"""A loop writes a number over each tensor of the list before it is wrapped."""

# torch: runs
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
values = [(weight * step).sum() for step in range(3)]
for index, value in enumerate(values):
    values[index] = value.item()
kept = torch.tensor(values)
assert not kept.requires_grad
