"""The interpolates of a gradient penalty are leaves on purpose."""

# torch: right gradient
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))  # parameter
real, fake = torch.ones(3, 2), torch.zeros(3, 2)
interpolates = (0.5 * real + 0.5 * fake).requires_grad_(True)
(gradients,) = torch.autograd.grad(
    critic(interpolates).sum(), interpolates, create_graph=True
)
loss = (gradients.norm(2, dim=1) - 1).pow(2).mean()
loss.backward()
