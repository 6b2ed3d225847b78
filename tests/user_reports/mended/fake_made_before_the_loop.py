"""Each step has a fake of its own."""
# torch: runs
import torch
from torch import nn

netG = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(0.2), nn.Linear(4, 3))
netD = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
optimizerG = torch.optim.Adam(netG.parameters(), lr=5e-4)
for epoch in range(2):
    for j in range(3):
        fake = netG(torch.randn(4, 2))
        netG.zero_grad()
        errG = -netD(fake).mean()
        errG.backward()
        optimizerG.step()
