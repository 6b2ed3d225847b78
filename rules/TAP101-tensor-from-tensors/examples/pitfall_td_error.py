"""A critic's stored predictions lose their history in the temporal-difference error."""

# torch: no gradient
from collections import namedtuple

import torch

Trajectory = namedtuple("Trajectory", ["value_s", "reward_s"])

critic = torch.nn.Linear(3, 1)  # parameter
states = torch.tensor([[0.1, 0.2, 0.3], [1.0, -1.0, 0.5]])
trajectory = Trajectory(value_s=tuple(critic(s) for s in states), reward_s=(1.0, 2.0))
td_targets = [1.0 + 0.9 * 2.0, 2.0]
td_error = torch.tensor(td_targets) - torch.tensor(trajectory.value_s)  # expect: TAP101
loss = td_error.pow(2).mean()
