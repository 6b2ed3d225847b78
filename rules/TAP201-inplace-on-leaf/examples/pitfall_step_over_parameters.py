"""A loop over model.parameters() that subtracts in place raises at the first parameter."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
model(torch.ones(2)).sum().backward()
for parameter in model.parameters():
    parameter.sub_(0.01 * parameter.grad)  # expect: TAP201
