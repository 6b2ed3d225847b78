"""An assignment to a name makes a new tensor and changes none."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
x = w
x = x + 1.0
x = x * x
loss = x.sum()
loss.backward()
