import torch
from torch import nn
from torch.distributions import Independent, Normal, kl_divergence

from config import Config


class BetaVAE(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.cfg = cfg
        self.enc = nn.Sequential(nn.Linear(cfg.x_dim, cfg.hidden), nn.GELU())
        self.stats = nn.Linear(cfg.hidden, 2 * cfg.latent)
        self.dec = nn.Sequential(
            nn.Linear(cfg.latent, cfg.hidden), nn.GELU(), nn.Linear(cfg.hidden, cfg.x_dim)
        )

    def posterior(self, x):
        mean, log_std = self.stats(self.enc(x)).chunk(2, dim=-1)
        return Independent(Normal(mean, log_std.clamp(-5, 2).exp()), 1)

    def prior(self):
        zeros = torch.zeros(self.cfg.latent)
        return Independent(Normal(zeros, zeros + 1), 1)

    def loss(self, x):
        q = self.posterior(x)
        recon = self.dec(q.rsample())
        return nn.functional.mse_loss(recon, x) + self.cfg.beta * kl_divergence(q, self.prior()).mean()

    @torch.no_grad()
    def generate(self, n):
        return self.dec(self.prior().sample((n,)))

    @torch.no_grad()
    def reconstruct(self, x):
        return self.dec(self.posterior(x).sample())
