"""The autoencoder is judged by a discriminator that steps before the autoencoder's backward."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn as nn
import torch.nn.functional as F


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 4)
        self.decoder = nn.Linear(2, 3)

    def forward(self, x):
        mu, logvar = self.encoder(x).chunk(2, dim=-1)
        z = mu + torch.exp(0.5 * logvar) * torch.randn_like(mu)
        return self.decoder(z), mu, logvar


vae = VAE()
discriminator = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
opt_vae = torch.optim.Adam(vae.parameters())
opt_disc = torch.optim.Adam(discriminator.parameters())

for x in torch.rand(2, 4, 3):
    recon, mu, logvar = vae(x)
    kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).mean()
    judged = discriminator(recon)
    disc_loss = F.softplus(judged).mean() + F.softplus(-discriminator(x)).mean()
    vae_loss = F.mse_loss(recon, x) + kl - judged.mean()

    opt_disc.zero_grad()
    disc_loss.backward(retain_graph=True)
    opt_disc.step()  # expect: TAP204

    opt_vae.zero_grad()
    vae_loss.backward()
    opt_vae.step()
