"""The return begins with the value of the last state, and keeps its history over all steps."""

# torch: runs
import torch
from torch import nn

critic, gamma = nn.Linear(2, 1), 0.99
states, rewards = torch.randn(4, 2), [1.0, 0.0, 1.0]
values = [critic(state) for state in states]
outcome = values[-1]
loss = torch.zeros(1)
for step in reversed(range(3)):
    outcome = rewards[step] + gamma * outcome  # expect: TAP408 likely
    loss = loss + (outcome - values[step]).pow(2)
loss.backward()
