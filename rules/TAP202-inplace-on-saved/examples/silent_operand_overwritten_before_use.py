"""The same assignment before the operation: matmul saves the new value."""

# torch: right gradient
import torch

x = torch.tensor([[1.0, 2.0]])
w1 = torch.tensor([[2.0], [1.0]], requires_grad=True)  # parameter
w2 = torch.tensor([3.0], requires_grad=True)  # parameter

d = torch.matmul(x, w1)
d[:] = 2.0
loss = torch.matmul(d, w2).sum()
loss.backward()
