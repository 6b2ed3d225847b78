"""A policy that plays to be measured takes steps of its game."""

# torch: runs
import torch
from torch import nn


class Game:
    def reset(self):
        return torch.randn(4)

    def step(self, action):
        return torch.randn(4), float(action), True


policy = nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters())


def evaluate_policy(env, episodes=2):
    total = 0.0
    for _ in range(episodes):
        state, done = env.reset(), False
        while not done:
            state, reward, done = env.step(policy(state).argmax().item())
            total += reward
    return total


for _ in range(2):
    optimizer.zero_grad()
    policy(torch.randn(4)).logsumexp(0).backward()
    optimizer.step()
    evaluate_policy(Game())
