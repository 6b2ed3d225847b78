"""lerp_ under no_grad moves the target's weights."""

# torch: runs
import torch
from torch import nn


@torch.no_grad()
def soft_update(target: nn.Module, source: nn.Module, rate: float):
    for t, s in zip(target.parameters(), source.parameters()):
        t.lerp_(s, rate)


soft_update(nn.Linear(2, 2), nn.Linear(2, 2), 0.01)
