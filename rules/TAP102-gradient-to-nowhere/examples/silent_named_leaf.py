"""A leaf with a name keeps its gradient within reach."""

# torch: right gradient
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (x * x).sum()
loss.backward()
