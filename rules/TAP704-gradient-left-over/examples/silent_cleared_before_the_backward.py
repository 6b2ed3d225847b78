"""What is left is cleared before it counts, by the optimiser or the network."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for noise in torch.randn(3, 4, 2):
    optimizer_d.zero_grad()
    discriminator(generator(noise)).mean().backward()
    optimizer_d.step()
    generator.zero_grad()
    (-discriminator(generator(noise))).mean().backward()
    optimizer_g.step()
