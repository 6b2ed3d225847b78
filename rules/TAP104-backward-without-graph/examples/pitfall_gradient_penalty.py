"""A gradient without `create_graph` has no history: a penalty on it trains nothing."""

# torch: wrong gradient
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))  # parameter


def penalty_of(critic, real, fake):
    between = (0.3 * real + 0.7 * fake).requires_grad_()
    score = critic(between).sum()
    (gradient,) = torch.autograd.grad(score, between)
    return (gradient.norm(2, dim=1) - 1).pow(2).mean()


def critic_loss(critic, real, fake):
    penalty = penalty_of(critic, real, fake)
    return critic(fake).mean() - critic(real).mean() + 10 * penalty  # expect: TAP104 likely


real, fake = torch.tensor([[1.0, 0.5], [0.2, 0.1]]), torch.tensor([[0.4, 0.6], [0.9, 0.3]])
loss = critic_loss(critic, real, fake)
loss.backward()
