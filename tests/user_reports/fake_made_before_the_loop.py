"""The fake is made once, and the generator takes several steps on it."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/tamarott/SinGAN/issues/148
import torch
from torch import nn

netG = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(0.2), nn.Linear(4, 3))
netD = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
optimizerG = torch.optim.Adam(netG.parameters(), lr=5e-4)
for epoch in range(2):
    fake = netG(torch.randn(4, 2))
    for j in range(3):
        netG.zero_grad()
        errG = -netD(fake).mean()
        errG.backward(retain_graph=True)
        optimizerG.step()  # expect: TAP204
