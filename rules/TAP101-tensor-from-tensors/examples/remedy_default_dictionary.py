"""Stacked, the losses keep their history."""

# torch: right gradient
from collections import defaultdict

import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
terms = defaultdict(list)
for step in range(3):
    terms["distance"].append((weight * step).pow(2).sum())
    terms["steps"].append(step)
loss = torch.stack(terms["distance"]).mean()
loss.backward()
