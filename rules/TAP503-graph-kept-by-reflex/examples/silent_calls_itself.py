"""A function calls itself for each head: each loss goes back through the trunk that they share."""

# torch: runs
import torch
from torch import nn

trunk, heads = nn.Linear(3, 3), nn.ModuleList([nn.Linear(3, 2), nn.Linear(3, 2)])


def fit(predictions, targets):
    if isinstance(predictions, list):
        for prediction, target in zip(predictions, targets):
            fit(prediction, target)
    else:
        loss = torch.max(predictions * targets, dim=1)[0].pow(2).mean()
        loss.backward(retain_graph=True)


shared = trunk(torch.randn(5, 3)).exp()
fit([head(shared) for head in heads], [torch.ones(5, 2), torch.ones(5, 2)])
