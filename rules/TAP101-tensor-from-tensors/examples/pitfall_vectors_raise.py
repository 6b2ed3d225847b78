"""Tensors of more than one element in the list: torch raises instead of losing the history."""

# torch: raises ValueError: only one element tensors can be converted to Python scalars
import torch

layer = torch.nn.Linear(2, 3)  # parameter
outputs = [layer(torch.ones(2)), layer(torch.zeros(2))]
loss = torch.tensor(outputs).mean()  # expect: TAP101
