"""Differences taken element by element and stacked keep the critic's history."""

# torch: right gradient
from collections import namedtuple

import torch

Trajectory = namedtuple("Trajectory", ["value_s", "reward_s"])

critic = torch.nn.Linear(3, 1)  # parameter
states = torch.tensor([[0.1, 0.2, 0.3], [1.0, -1.0, 0.5]])
trajectory = Trajectory(value_s=tuple(critic(s) for s in states), reward_s=(1.0, 2.0))
td_targets = [1.0 + 0.9 * 2.0, 2.0]
td_errors = [target - value for target, value in zip(td_targets, trajectory.value_s)]
loss = torch.stack(td_errors).pow(2).mean()
loss.backward()
