"""The fake is detached where the discriminator takes it, and nowhere else."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 4), nn.Linear(4, 1)
optimizer_g = torch.optim.Adam(generator.parameters())
optimizer_d = torch.optim.Adam(discriminator.parameters())
criterion = nn.BCEWithLogitsLoss()


def train_step(real):
    fake = generator(torch.randn(8, 2))
    ones, zeros = torch.ones(8, 1), torch.zeros(8, 1)
    optimizer_d.zero_grad()
    loss_d = criterion(discriminator(real), ones)
    loss_d = loss_d + criterion(discriminator(fake.detach()), zeros)
    loss_d.backward()
    optimizer_d.step()
    optimizer_g.zero_grad()
    loss_g = criterion(discriminator(fake), ones)
    loss_g.backward()
    optimizer_g.step()


before = generator.weight.clone()
train_step(torch.randn(8, 4))
assert not torch.equal(before, generator.weight)
