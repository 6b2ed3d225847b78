"""A function that steps the parameters of whatever model it is given."""

# torch: runs
from torch import nn


def soft_update(target: nn.Module, source: nn.Module, rate: float):
    for t, s in zip(target.parameters(), source.parameters()):
        t.data.mul_(1.0 - rate)  # expect: TAP302
        t.data.add_(rate * s.detach())  # expect: TAP302


soft_update(nn.Linear(2, 2), nn.Linear(2, 2), 0.01)
