from torch import nn

from utils import reparameterize


class ConvVAE(nn.Module):
    def __init__(self, latent=4):
        super().__init__()
        self.enc = nn.Sequential(
            nn.Conv2d(1, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 16, 3, 2, 1), nn.ReLU(), nn.Flatten()
        )
        self.mu = nn.Linear(16 * 16, latent)
        self.logvar = nn.Linear(16 * 16, latent)
        self.dec = nn.Sequential(
            nn.Linear(latent, 16 * 16), nn.ReLU(), nn.Unflatten(1, (16, 4, 4)),
            nn.ConvTranspose2d(16, 8, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(8, 1, 4, 2, 1),
        )

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = reparameterize(mu, logvar)
        return self.dec(z), mu, logvar
