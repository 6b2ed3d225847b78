"""A second forward has buffers of its own."""

# torch: runs
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
for _ in range(2):
    loss = (w * w).sum()
    loss.backward()
assert torch.equal(w.grad, 4 * w.detach())
