"""torch.normal by the names of its parameters: the backward runs, and every gradient is zero."""

# torch: no gradient
import torch

mean = torch.tensor([0.5, 1.0], requires_grad=True)  # parameter
deviation = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = torch.normal(mean=mean, std=deviation).square().mean()  # expect: TAP405
loss.backward()
