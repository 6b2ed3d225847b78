import torch
from torch import nn


class GaussianHead(nn.Module):
    """Gives a sample and its divergence from the standard normal."""

    def __init__(self, n_in, n_out):
        super().__init__()
        self.mu = nn.Linear(n_in, n_out)
        self.logvar = nn.Linear(n_in, n_out)

    def forward(self, h):
        mu, logvar = self.mu(h), self.logvar(h).clamp(-8, 4)
        if self.training:
            std = (0.5 * logvar).exp()
            z = mu + std * torch.randn_like(std)
        else:
            z = mu
        kl = 0.5 * (mu**2 + logvar.exp() - 1 - logvar).sum(-1)
        return z, kl


class LogSigmaHead(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.lin = nn.Linear(n_in, 2 * n_out)

    def forward(self, h):
        mu, log_sigma = self.lin(h).chunk(2, -1)
        sigma = log_sigma.clamp(-4, 2).exp()
        z = mu + sigma * torch.randn_like(mu)
        return z, (0.5 * (mu**2 + sigma**2 - 1) - log_sigma).sum(-1)
