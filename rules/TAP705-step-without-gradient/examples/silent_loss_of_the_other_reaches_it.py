"""The discriminator's loss has gone on into the generator, whose gradient it has filled."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 4), nn.Linear(4, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
optimizer_g.zero_grad()
optimizer_d.zero_grad()
discriminator(generator(torch.randn(8, 2))).mean().backward()
discriminator(generator(torch.randn(8, 2)).detach()).mean().backward()
optimizer_d.step()
optimizer_g.step()
assert generator.weight.grad is not None
