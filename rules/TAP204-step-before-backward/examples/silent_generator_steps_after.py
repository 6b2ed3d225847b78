"""The classic order for adversarial networks, with a backward for real and one for fake."""

# torch: runs
import torch
from torch import nn, optim

netG = nn.Sequential(nn.Linear(2, 3), nn.ReLU(True), nn.Linear(3, 2))
netD = nn.Sequential(nn.Linear(2, 3), nn.LeakyReLU(0.2, True), nn.Linear(3, 1), nn.Sigmoid())
criterion = nn.BCELoss()
optimizerD = optim.Adam(netD.parameters(), betas=(0.5, 0.999))
optimizerG = optim.Adam(netG.parameters(), betas=(0.5, 0.999))
label = torch.ones(3)

for real in torch.randn(2, 3, 2):
    netD.zero_grad()
    label.fill_(1.0)
    errD_real = criterion(netD(real).view(-1), label)
    errD_real.backward()
    fake = netG(torch.randn(3, 2))
    label.fill_(0.0)
    output = netD(fake.detach()).view(-1)
    errD_fake = criterion(output, label)
    errD_fake.backward()
    optimizerD.step()

    netG.zero_grad()
    label.fill_(1.0)
    output = netD(fake).view(-1)
    errG = criterion(output, label)
    errG.backward()
    optimizerG.step()
