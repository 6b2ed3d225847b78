"""round has a derivative of zero: the history goes on, and nothing is trained."""

# torch: runs
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = w.round().sum()  # expect: TAP104 likely
loss.backward()
assert w.grad.abs().sum() == 0
