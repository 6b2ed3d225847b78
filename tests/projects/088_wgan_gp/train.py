import torch
from torch import optim

from models import Critic, Generator
from penalty import gradient_penalty

NOISE, LAMBDA, CRITIC_ITERS = 4, 10.0, 2


def swiss(n):
    t = 3 * torch.rand(n)
    return torch.stack([t * torch.cos(2 * t), t * torch.sin(2 * t)], 1)


def main(iterations=8, batch=32):
    torch.manual_seed(0)
    netG, netD = Generator(NOISE, 2), Critic(2)
    optimizerD = optim.Adam(netD.parameters(), lr=1e-4, betas=(0.5, 0.9))
    optimizerG = optim.Adam(netG.parameters(), lr=1e-4, betas=(0.5, 0.9))
    for it in range(iterations):
        for p in netD.parameters():
            p.requires_grad = True
        for _ in range(CRITIC_ITERS):
            real = swiss(batch)
            with torch.no_grad():
                fake = netG(torch.randn(batch, NOISE))
            netD.zero_grad()
            d_loss = netD(fake).mean() - netD(real).mean()
            d_loss = d_loss + LAMBDA * gradient_penalty(netD, real, fake)
            d_loss.backward()
            optimizerD.step()
        for p in netD.parameters():
            p.requires_grad = False
        netG.zero_grad()
        g_loss = -netD(netG(torch.randn(batch, NOISE))).mean()
        g_loss.backward()
        optimizerG.step()
        print(it, d_loss.item(), g_loss.item())


if __name__ == "__main__":
    main()
