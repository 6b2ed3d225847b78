"""A weight that was meant to be learned, made inside the expression, cannot be stepped."""

# torch: right gradient
import torch

outputs = torch.tensor([1.0, -2.0], requires_grad=True)  # parameter
loss = (torch.tensor(0.5, requires_grad=True) * outputs).pow(2).sum()  # expect: TAP102
loss.backward()
