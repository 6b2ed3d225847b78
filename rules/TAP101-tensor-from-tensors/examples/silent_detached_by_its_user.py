"""Whoever is handed the new tensor detaches it: its numbers alone are wanted."""

# torch: runs
import torch
from torch import nn

policy = nn.Sequential(nn.Linear(4, 2), nn.Softmax(dim=-1))


def batch_of(steps):
    observations, actions, chances = zip(*steps)
    return torch.stack(observations), torch.tensor(actions), torch.tensor(chances)


def loss_of(steps):
    observations, actions, chances = batch_of(steps)
    now = policy(observations).gather(1, actions[:, None])[:, 0]
    ratio = (now.log() - chances.log().detach()).exp()
    return -ratio.mean()


steps = []
for _ in range(3):
    observation = torch.randn(4)
    steps.append((observation, 1, policy(observation)[1]))
loss_of(steps).backward()
assert all(each.grad is not None for each in policy.parameters())
