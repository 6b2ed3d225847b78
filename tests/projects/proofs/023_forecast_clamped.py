import torch
from postprocess import to_range

w = torch.tensor([3.0, 0.5], requires_grad=True)
out = to_range(w * 1.0)
out.sum().backward()
assert out.tolist() == [1.0, 0.5]
assert w.grad.tolist() == [1.0, 1.0]  # a clamp that autograd sees would give 0 for the first
