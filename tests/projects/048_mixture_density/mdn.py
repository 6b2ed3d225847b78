import torch
from torch import nn
from torch.distributions import Categorical, Independent, MixtureSameFamily, MultivariateNormal, Normal


class MDN(nn.Module):
    def __init__(self, n_in, n_out, k, full):
        super().__init__()
        self.k, self.n_out, self.full = k, n_out, full
        self.body = nn.Sequential(nn.Linear(n_in, 24), nn.Tanh())
        self.pi = nn.Linear(24, k)
        self.mu = nn.Linear(24, k * n_out)
        self.log_std = nn.Linear(24, k * n_out)

    def forward(self, x):
        h = self.body(x)
        shape = (-1, self.k, self.n_out)
        mu = self.mu(h).view(shape)
        std = self.log_std(h).view(shape).clamp(-3, 2).exp()
        if self.full == "tril":
            parts = MultivariateNormal(mu, scale_tril=torch.diag_embed(std))
        elif self.full == "cov":
            parts = MultivariateNormal(mu, covariance_matrix=torch.diag_embed(std**2))
        else:
            parts = Independent(Normal(mu, std), 1)
        return MixtureSameFamily(Categorical(logits=self.pi(h)), parts)
