"""torch.stack of the two results."""

# torch: right gradient
import torch


def polar(radius, angle):
    return torch.stack((radius * torch.cos(angle), radius * torch.sin(angle)))


radius = torch.tensor(2.0, requires_grad=True)  # parameter
angle = torch.tensor(0.5, requires_grad=True)  # parameter
loss = (polar(radius, angle) * torch.tensor([1.0, 3.0])).sum()
loss.backward()
