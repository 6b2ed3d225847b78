"""A hand-written step between a forward and its backward: no_grad permits it, backward does not."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

w = torch.tensor([1.0, -2.0], requires_grad=True)
first = (w**2).sum()
second = (w**3).sum()
first.backward()
with torch.no_grad():
    w -= 0.1 * w.grad  # expect: TAP202
second.backward()
