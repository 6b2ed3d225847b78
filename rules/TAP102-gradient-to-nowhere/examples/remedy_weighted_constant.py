"""Kept under a name, the weight can be read and stepped."""

# torch: right gradient
import torch

outputs = torch.tensor([1.0, -2.0], requires_grad=True)  # parameter
balance = torch.tensor(0.5, requires_grad=True)  # parameter
loss = (balance * outputs).pow(2).sum()
loss.backward()
