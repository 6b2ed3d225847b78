"""A literal of two results, in a return value."""

# torch: no gradient
import torch


def polar(radius, angle):
    return torch.tensor((radius * torch.cos(angle), radius * torch.sin(angle)))  # expect: TAP101


radius = torch.tensor(2.0, requires_grad=True)  # parameter
angle = torch.tensor(0.5, requires_grad=True)  # parameter
loss = (polar(radius, angle) * torch.tensor([1.0, 3.0])).sum()
