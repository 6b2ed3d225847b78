"""Numbers that torch saves, inference that is trained, and names that have nothing in common."""

import torch
from torch import nn
from torch.distributions import MultivariateNormal, Normal, kl_divergence


def number_first(x):
    x = torch.ones(3, requires_grad=True)
    y = torch.mul(2, x).sum()
    y.backward()
    y.backward()  # expect: TAP501


class Vae(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 4)
        self.decoder = nn.Linear(2, 4)

    def infer(self, x):
        mean, log_scale = self.encoder(x).chunk(2, dim=-1)
        q = Normal(mean, log_scale.exp())
        return q, q.sample()  # expect: TAP405

    def loss(self, x):
        q, z = self.infer(x)
        reconstruction = ((self.decoder(z) - x) ** 2).sum()
        return reconstruction + kl_divergence(q, Normal(0.0, 1.0)).sum()


model = Vae()
optimizer = torch.optim.Adam(model.parameters())
loss = model.loss(torch.randn(8, 4))
optimizer.zero_grad()
loss.backward()
optimizer.step()


def two_deviations(prior_std, std):
    prior = Normal(torch.zeros(3), prior_std.sqrt())
    joint = MultivariateNormal(torch.zeros(3), torch.diag(std))  # expect: TAP402 likely
    return prior, joint
