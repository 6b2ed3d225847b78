"""A defaultdict of lists is filled by name, and one list of it wrapped for the loss."""

# torch: raises RuntimeError: does not require grad
from collections import defaultdict

import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
terms = defaultdict(list)
for step in range(3):
    terms["distance"].append((weight * step).pow(2).sum())
    terms["steps"].append(step)
loss = torch.tensor(terms["distance"]).mean()  # expect: TAP101
loss.backward()
