"""The discriminator's loss needs the fake's numbers only."""

# torch: runs
import torch
from torch import nn

generator = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 2))
discriminator = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
opt_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
opt_g = torch.optim.SGD(generator.parameters(), lr=0.1)

fake = generator(torch.randn(3, 2))
d_loss = discriminator(fake.detach()).pow(2).mean()
opt_d.zero_grad()
d_loss.backward()
opt_d.step()
g_loss = (discriminator(fake) - 1).pow(2).mean()
opt_g.zero_grad()
g_loss.backward()
opt_g.step()
