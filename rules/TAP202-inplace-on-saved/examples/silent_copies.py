"""clone, advanced indexing and a mask make copies, and the saved tensor keeps its value."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)  # parameter
y = w.exp()
copied = y.clone()
copied.zero_()
picked = y[[0, 2]]
picked *= 2.0
large = y[y > 3.0]
large += 1.0
loss = y.sum() + picked.sum()
loss.backward()
