"""The discriminator is shown fake.detach()."""
# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

netG = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3), nn.Tanh())
netD = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
optimizerD = torch.optim.Adam(netD.parameters())
optimizerG = torch.optim.Adam(netG.parameters())
label = torch.zeros(4, 1)
for real in torch.randn(2, 4, 3):
    netD.zero_grad()
    errD_real = F.binary_cross_entropy_with_logits(netD(real), label.fill_(1.0))
    errD_real.backward()
    fake = netG(torch.randn(4, 2))
    errD_fake = F.binary_cross_entropy_with_logits(netD(fake.detach()), torch.zeros(4, 1))
    errD_fake.backward()
    optimizerD.step()

    netG.zero_grad()
    errG = F.binary_cross_entropy_with_logits(netD(fake), torch.ones(4, 1))
    errG.backward()
    optimizerG.step()
