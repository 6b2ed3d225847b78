"""A history lost on one branch only is lost whenever that branch is taken."""

# torch: no gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
parts = [w.exp() for w in weight]
if len(parts) > 1:
    joined = torch.tensor(parts)  # expect: TAP101
else:
    joined = parts[0]
loss = joined.sum()
