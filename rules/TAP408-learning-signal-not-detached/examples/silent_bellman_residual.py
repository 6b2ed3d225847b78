"""Residual gradients: both sides are trained on purpose, and the function's name says it."""

# torch: runs
import torch
from torch import nn

critic, gamma = nn.Linear(2, 1), 0.99


def bellman_residual(states, rewards, next_states):
    residual = rewards + gamma * critic(next_states) - critic(states)
    residual.pow(2).mean().backward()


bellman_residual(torch.randn(4, 2), torch.randn(4, 1), torch.randn(4, 2))
