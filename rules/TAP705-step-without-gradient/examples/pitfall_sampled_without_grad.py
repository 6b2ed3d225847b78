"""The samples are made under no_grad, so the generator learns nothing from them."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 4), nn.Linear(4, 1)
optimizer_g = torch.optim.Adam(generator.parameters())
optimizer_d = torch.optim.Adam(discriminator.parameters())
criterion = nn.BCEWithLogitsLoss()

before = generator.weight.clone()
for real in torch.randn(3, 8, 4):
    optimizer_g.zero_grad()
    optimizer_d.zero_grad()
    with torch.no_grad():
        fake = generator(torch.randn(8, 2))
    scores = discriminator(fake)
    (discriminator(real).mean() - scores.mean()).backward()
    optimizer_d.step()
    optimizer_g.zero_grad()
    loss_g = criterion(discriminator(fake), torch.ones(8, 1))
    loss_g.backward()
    optimizer_g.step()  # expect: TAP705
assert torch.equal(before, generator.weight)
