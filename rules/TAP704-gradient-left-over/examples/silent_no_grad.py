"""The generator runs without recording, where the discriminator is trained."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for noise in torch.randn(3, 4, 2):
    optimizer_g.zero_grad()
    optimizer_d.zero_grad()
    with torch.no_grad():
        made = generator(noise)
    discriminator(made).mean().backward()
    optimizer_d.step()
    (-discriminator(generator(noise))).mean().backward()
    optimizer_g.step()
