"""The discriminator sees a detached fake, and judges the fake again after its step."""

# torch: runs
import torch
import torch.nn as nn

generator = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
discriminator = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1), nn.Sigmoid())
criterion = nn.BCELoss()
opt_g = torch.optim.Adam(generator.parameters(), lr=2e-4)
opt_d = torch.optim.Adam(discriminator.parameters(), lr=2e-4)

for _ in range(2):
    real = torch.randn(4, 3)
    fake = generator(torch.randn(4, 2))
    d_loss = criterion(discriminator(real), torch.ones(4, 1))
    d_loss = d_loss + criterion(discriminator(fake.detach()), torch.zeros(4, 1))
    opt_d.zero_grad()
    d_loss.backward()
    opt_d.step()

    g_loss = criterion(discriminator(fake), torch.ones(4, 1))
    opt_g.zero_grad()
    g_loss.backward()
    opt_g.step()

assert generator[0].weight.grad.abs().sum() > 0
