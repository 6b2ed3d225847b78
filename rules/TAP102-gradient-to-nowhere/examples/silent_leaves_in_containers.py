"""Leaves kept in a list and a dict are within reach of the optimizer."""

# torch: runs
import torch

weights = [torch.ones(2, requires_grad=True) for _ in range(2)]
named = {"bias": torch.zeros(2, requires_grad=True)}
optimizer = torch.optim.SGD([*weights, named["bias"]], lr=0.1)
loss = (weights[0] * weights[1] + named["bias"]).sum()
loss.backward()
optimizer.step()
assert named["bias"].grad is not None
