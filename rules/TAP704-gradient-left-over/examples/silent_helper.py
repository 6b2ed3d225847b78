"""A helper that is not known is given the discriminator: it may clear."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
clear = getattr(nn.Module, "zero_" + "grad")
for noise in torch.randn(3, 4, 2):
    discriminator(generator(noise).detach()).mean().backward()
    optimizer_d.step()
    clear(discriminator)
    (-discriminator(generator(noise))).mean().backward()
    optimizer_g.step()
    clear(generator)
    clear(discriminator)
