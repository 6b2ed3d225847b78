"""Under no_grad the leaf may be filled; it stays a leaf and receives its gradient."""

# torch: right gradient
import torch

w = torch.FloatTensor(3)
w.requires_grad = True
with torch.no_grad():
    w.normal_()
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)  # parameter
loss = (w * x).sum()
loss.backward()
assert w.is_leaf and w.grad is not None
