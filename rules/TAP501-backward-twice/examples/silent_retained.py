"""retain_graph=True on the first backward keeps the buffers for the second."""

# torch: runs
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
hidden = w.exp()
hidden.sum().backward(retain_graph=True)
hidden.mean().backward()
