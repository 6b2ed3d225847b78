"""With `create_graph`, the gradient has a history, and its penalty trains the critic."""

# torch: right gradient
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))  # parameter
real, fake = torch.tensor([[1.0, 0.5], [0.2, 0.1]]), torch.tensor([[0.4, 0.6], [0.9, 0.3]])
between = (0.3 * real + 0.7 * fake).requires_grad_()
(gradient,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
penalty = (gradient.norm(2, dim=1) - 1).pow(2).mean()
loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
loss.backward()
