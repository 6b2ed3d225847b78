"""A parameter frozen while it is filled."""

# torch: right gradient
import torch

layer = torch.nn.Linear(2, 1)
layer.weight.requires_grad_(False)
layer.weight.fill_(0.5)
layer.weight.requires_grad_(True)
x = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = layer(x).pow(2).sum()
loss.backward()
assert layer.weight.grad is not None
