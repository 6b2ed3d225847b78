"""Data wrapped inside an expression without requires_grad is a plain constant."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
rewards = [0.5, 3.0]
loss = (weight * torch.tensor(rewards) - torch.tensor([1.0, 1.0], requires_grad=False)).sum()
loss.backward()
