"""create_graph=True gives the gradients a history."""
# torch: runs
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


def gradient_penalty(real, fake):
    between = (0.5 * real + 0.5 * fake).requires_grad_(True)
    score = critic(between)
    gradients = torch.autograd.grad(
        score, between, grad_outputs=torch.ones_like(score), create_graph=True
    )[0]
    return ((gradients.norm(2, dim=1) - 1.0) ** 2).mean()


penalty = gradient_penalty(torch.randn(3, 2), torch.randn(3, 2))
penalty.backward()
