"""The discriminator requires no grad where the generator is trained."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for noise in torch.randn(3, 4, 2):
    discriminator.requires_grad_(True)
    discriminator(generator(noise).detach()).mean().backward()
    optimizer_d.step()
    optimizer_d.zero_grad()
    discriminator.requires_grad_(False)
    (-discriminator(generator(noise))).mean().backward()
    optimizer_g.step()
    optimizer_g.zero_grad()
    assert all(each.grad is None for each in discriminator.parameters())
