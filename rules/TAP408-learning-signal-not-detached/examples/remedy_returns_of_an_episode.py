"""The return begins with the number that the last state is worth."""

# torch: runs
import torch
from torch import nn

critic, gamma = nn.Linear(2, 1), 0.99
states, rewards = torch.randn(4, 2), [1.0, 0.0, 1.0]
values = [critic(state) for state in states]
outcome = values[-1].detach()
loss = torch.zeros(1)
for step in reversed(range(3)):
    outcome = rewards[step] + gamma * outcome
    loss = loss + (outcome - values[step]).pow(2)
loss.backward()
