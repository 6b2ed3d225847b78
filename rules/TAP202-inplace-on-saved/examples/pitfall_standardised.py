"""The mean saves nothing; std saves the tensor that the division then changes."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

w = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
returns = w * 0.5
returns -= returns.mean()
returns /= returns.std() + 1e-8  # expect: TAP202
(returns * torch.arange(3.0)).sum().backward()
