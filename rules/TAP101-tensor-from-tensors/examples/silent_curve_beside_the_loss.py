"""The same losses are summed up for the backward that follows, and wrapped for a curve."""

# torch: runs
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
losses = [(weight * step).pow(2).sum() for step in range(3)]
curve = torch.tensor(losses)
torch.stack(losses).sum().backward()
assert weight.grad is not None
