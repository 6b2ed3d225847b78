"""The helper is only called under no_grad."""

# torch: right gradient
import torch


def apply_step(tensor, rate):
    tensor -= rate * tensor.grad


w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (w * w).sum()
loss.backward()
with torch.no_grad():
    apply_step(w, 0.1)
