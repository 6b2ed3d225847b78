"""Each network's parameters are in an optimiser of their own."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(1, 1), nn.Linear(1, 1)
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
before = discriminator.weight.clone()
optimizer.zero_grad()
discriminator(torch.ones(1, 1)).sum().backward()
optimizer.step()
assert not torch.equal(before, discriminator.weight)
