"""The autoencoder steps first, and the discriminator then judges detached reconstructions."""

# torch: runs
import torch
import torch.nn as nn
import torch.nn.functional as F

vae = nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 3))
discriminator = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
opt_vae = torch.optim.Adam(vae.parameters())
opt_disc = torch.optim.Adam(discriminator.parameters())

for x in torch.rand(2, 4, 3):
    recon = vae(x)
    vae_loss = F.mse_loss(recon, x) - discriminator(recon).mean()
    opt_vae.zero_grad()
    vae_loss.backward()
    opt_vae.step()

    judged = discriminator(recon.detach())
    disc_loss = F.softplus(judged).mean() + F.softplus(-discriminator(x)).mean()
    opt_disc.zero_grad()
    disc_loss.backward()
    opt_disc.step()
