"""The target keeps its history: nobody takes what detach gives."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
states = torch.tensor([0.5, -1.0])
target = (weight * states).sum() * 0.9 + 1.0
target.detach()  # expect: TAP107
loss = ((weight * states).sum() - target) ** 2
loss.backward()
assert target.requires_grad
