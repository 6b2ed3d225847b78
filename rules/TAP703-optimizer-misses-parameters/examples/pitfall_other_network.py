"""The discriminator's optimiser has the generator's parameters: the discriminator is never trained."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(1, 1), nn.Linear(1, 1)
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)  # expect: TAP703 likely
before = discriminator.weight.clone()
optimizer.zero_grad()
discriminator(torch.ones(1, 1)).sum().backward()
optimizer.step()  # expect: TAP705
assert torch.equal(before, discriminator.weight)
