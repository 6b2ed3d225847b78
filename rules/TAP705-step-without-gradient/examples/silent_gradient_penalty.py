"""The penalty differentiates the critic once more, and its own step follows."""

# torch: runs
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
generator = nn.Linear(2, 4)
optimizer = torch.optim.Adam(critic.parameters())
for real in torch.randn(3, 8, 4):
    fake = generator(torch.randn(8, 2)).detach()
    mixed = (0.3 * real + 0.7 * fake).requires_grad_()
    slope = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)[0]
    loss = critic(fake).mean() - critic(real).mean() + (slope.norm(dim=1) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
