"""A script that only evaluates shows nothing of the mode that its caller wants."""

# torch: runs
import torch
from torch import nn


@torch.no_grad()
def evaluate(model, test_loader):
    return [model(x).mean() for x in test_loader]


model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
model.load_state_dict(model.state_dict())
evaluate(model, torch.randn(2, 8, 4))
