"""The step under no_grad keeps the leaf a leaf and its gradient right."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (weight * weight).sum()
loss.backward()
with torch.no_grad():
    weight -= 0.1 * weight.grad
assert weight.is_leaf and weight.requires_grad
