"""A walrus names the leaf inside the expression, so its gradient can be read."""

# torch: runs
import torch

loss = ((x := torch.tensor([1.0, 2.0], requires_grad=True)) ** 3).sum()
loss.backward()
assert x.grad.tolist() == [3.0, 12.0]
