"""A field of a dataclass collects value predictions."""

# torch: no gradient
from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Rollout:
    rewards: list = field(default_factory=list)
    values: list = field(default_factory=list)


critic = nn.Linear(1, 1)  # parameter
rollout = Rollout()
for state in (0.5, 1.5):
    rollout.rewards.append(state)
    rollout.values.append(critic(torch.tensor([state])))
errors = torch.tensor(rollout.rewards) - torch.tensor(rollout.values)  # expect: TAP101
loss = errors.pow(2).mean()
