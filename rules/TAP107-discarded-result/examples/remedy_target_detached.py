"""The name is given the tensor without the history."""

# torch: runs
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
states = torch.tensor([0.5, -1.0])
target = (weight * states).sum() * 0.9 + 1.0
target = target.detach()
loss = ((weight * states).sum() - target) ** 2
loss.backward()
assert not target.requires_grad
