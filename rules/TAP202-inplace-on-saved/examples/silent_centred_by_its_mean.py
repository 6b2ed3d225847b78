"""mean and multiplication by a number save nothing of the tensor."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)  # parameter
returns = w * 0.5
returns -= returns.mean()
returns /= 2.0
loss = (returns * torch.arange(3.0)).sum()
loss.backward()
