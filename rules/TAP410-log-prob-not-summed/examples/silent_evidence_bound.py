"""The bound of a variational model: each number of the latent is summed with all others."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

encoder, decoder, x = nn.Linear(4, 2), nn.Linear(2, 4), torch.randn(8, 4)
posterior, prior = Normal(encoder(x), torch.ones(2)), Normal(torch.zeros(2), torch.ones(2))
latent = posterior.rsample()
divergence = posterior.log_prob(latent) - prior.log_prob(latent)
fit = Normal(decoder(latent), 1.0).log_prob(x)
loss = divergence.sum(1).mean() - fit.sum(1).mean() + divergence.mean()
loss.backward()
