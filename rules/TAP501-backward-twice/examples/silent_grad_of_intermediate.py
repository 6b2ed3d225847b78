"""autograd.grad up to an intermediate value frees only what lies behind that value."""

# torch: runs
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
hidden = w.exp()
energy = hidden.sin().sum()
(force,) = torch.autograd.grad(energy, hidden)
hidden.sum().backward()
