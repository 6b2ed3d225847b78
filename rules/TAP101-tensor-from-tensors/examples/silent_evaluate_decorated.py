"""A function decorated with no_grad may wrap what its model returns."""

# torch: runs
import torch
from torch import nn


@torch.no_grad()
def evaluate(model, batches):
    return torch.tensor([model(batch).mean() for batch in batches])


scores = evaluate(nn.Linear(2, 1), [torch.ones(1, 2), torch.zeros(1, 2)])
assert scores.shape == (2,)
