"""Both losses come first; the discriminator steps before the generator's backward."""

# torch: raises RuntimeError: has been modified by an inplace operation
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

netD.zero_grad()
errD.backward()
optimizerD.step()  # expect: TAP204

netG.zero_grad()
errG.backward()
optimizerG.step()
