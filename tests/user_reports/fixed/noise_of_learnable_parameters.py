"""The noise is drawn apart from the parameters."""
# torch: right gradient
import torch

center = torch.tensor([0.5, 1.0], requires_grad=True)  # parameter
spread = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
draw = center + spread * torch.randn(2)
loss = draw.square().mean()
loss.backward()
