"""What one loss leaves in the other network is thrown away on purpose."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for noise in torch.randn(3, 4, 2):
    discriminator_optimizer.zero_grad()
    discriminator(generator(noise)).mean().backward()
    discriminator_optimizer.step()
    generator_optimizer.zero_grad()
    (-discriminator(generator(noise))).mean().backward()
    generator_optimizer.step()
