"""The losses share a parameter, which is a leaf and has no buffers."""

# torch: runs
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
x = torch.tensor([3.0, 4.0])
first, second = (w * x).sum(), (w.exp() - x).sum()
first.backward()
second.backward()
