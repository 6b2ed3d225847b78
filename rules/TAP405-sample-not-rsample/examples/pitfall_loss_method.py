"""A method that computes the loss of a latent model, for a trainer in another file."""

# torch: wrong gradient
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 4)
        self.decoder = nn.Linear(2, 3)

    def compute_loss(self, x):
        mean, raw = self.encoder(x).chunk(2, dim=-1)
        posterior = Normal(mean, nn.functional.softplus(raw))
        likelihood = Normal(self.decoder(posterior.sample()), 1.0)  # expect: TAP405 likely
        divergence = kl_divergence(posterior, Normal(0.0, 1.0))
        return divergence.sum() - likelihood.log_prob(x).sum()


model = Model()  # parameter
loss = model.compute_loss(torch.linspace(-1.0, 1.0, 6).reshape(2, 3))
