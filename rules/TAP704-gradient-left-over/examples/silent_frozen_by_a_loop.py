"""Loops freeze the discriminator, parameter by parameter."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)


def set_requires_grad(networks, flag):
    if not isinstance(networks, list):
        networks = [networks]
    for network in networks:
        if network is not None:
            for parameter in network.parameters():
                parameter.requires_grad = flag


for noise in torch.randn(3, 4, 2):
    for parameter in discriminator.parameters():
        parameter.requires_grad = True
    discriminator(generator(noise).detach()).mean().backward()
    optimizer_d.step()
    optimizer_d.zero_grad()
    for parameter in discriminator.parameters():
        parameter.requires_grad = False
    (-discriminator(generator(noise))).mean().backward()
    optimizer_g.step()
    optimizer_g.zero_grad()
for noise in torch.randn(3, 4, 2):
    set_requires_grad(discriminator, True)
    discriminator(generator(noise).detach()).mean().backward()
    optimizer_d.step()
    optimizer_d.zero_grad()
    set_requires_grad([discriminator], False)
    (-discriminator(generator(noise))).mean().backward()
    optimizer_g.step()
    optimizer_g.zero_grad()
    assert all(each.grad is None for each in discriminator.parameters())
