"""The gradient itself is to be differentiated."""

# torch: runs
import torch

w = torch.ones(3, requires_grad=True)
loss = w.pow(3).sum()
loss.backward(retain_graph=True, create_graph=True)
w.grad.sum().backward()
assert torch.equal(w.grad.detach(), torch.full((3,), 9.0))
