"""All gradients first, for the right networks, then all steps."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn, optim

netG = nn.Linear(2, 2)
netD = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
optimizerG = optim.RMSprop(netG.parameters(), lr=1e-3)
optimizerD = optim.RMSprop(netD.parameters(), lr=1e-3)
real, noise = torch.ones(3, 2), torch.randn(3, 2)

fake = netG(noise)
errD = netD(fake.detach()).mean() - netD(real).mean()
errG = F.softplus(-netD(fake)).mean()

netG.zero_grad()
errG.backward()
netD.zero_grad()
errD.backward()
optimizerG.step()
optimizerD.step()
