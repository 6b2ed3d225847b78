"""Gradient descent by hand: each round has its own forward, and the step follows backward."""

# torch: runs
import torch

w = torch.tensor([1.0, -2.0], requires_grad=True)
for _ in range(3):
    loss = (w**2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
assert abs(w[0].item() - 0.8**3) < 1e-6
