"""The same sample as a function of its parameters."""

# torch: right gradient
import torch

mean = torch.tensor([0.5, 1.0], requires_grad=True)  # parameter
deviation = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (mean + deviation * torch.randn(2)).square().mean()
loss.backward()
