"""autograd.grad frees the buffers as backward does."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch

x = torch.tensor([0.5, 1.5], requires_grad=True)
y = torch.sin(x).sum()
(slope,) = torch.autograd.grad(y, x)
y.backward()  # expect: TAP501
