"""A network is frozen, and then two of its parameters, looked up by name, train again."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2))
model.requires_grad_(False)
for name in ["2.weight", "2.bias"]:
    dict(model.named_parameters())[name].requires_grad = True
loss = nn.functional.cross_entropy(model(torch.ones(1, 2)), torch.tensor([1]))
loss.backward()
assert model[2].weight.grad is not None
