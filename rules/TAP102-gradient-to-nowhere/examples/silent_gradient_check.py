"""A checker or a model that is called with a fresh leaf does with it what it wants."""

# torch: runs
import torch

layer = torch.nn.Linear(2, 2)
assert torch.autograd.gradcheck(torch.sin, torch.tensor([0.3], requires_grad=True))
layer(torch.ones(1, 2, requires_grad=True)).sum().backward()
assert layer.weight.grad is not None
