"""The fake is detached for the discriminator, and the generator's loss takes the same one."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 4), nn.Linear(4, 1)
optimizer_g = torch.optim.Adam(generator.parameters())
optimizer_d = torch.optim.Adam(discriminator.parameters())
criterion = nn.BCEWithLogitsLoss()


def train_step(real):
    fake = generator(torch.randn(8, 2)).detach()
    ones, zeros = torch.ones(8, 1), torch.zeros(8, 1)
    optimizer_d.zero_grad()
    loss_d = criterion(discriminator(real), ones) + criterion(discriminator(fake), zeros)
    loss_d.backward()
    optimizer_d.step()
    optimizer_g.zero_grad()
    loss_g = criterion(discriminator(fake), ones)
    loss_g.backward()
    optimizer_g.step()  # expect: TAP705 certain


before = generator.weight.clone()
train_step(torch.randn(8, 4))
assert torch.equal(before, generator.weight)
