"""The code is drawn with rsample."""
# torch: right gradient
import torch
import torch.distributions as D
from torch import nn

encoder = nn.Linear(3, 4)  # parameter
decoder = nn.Linear(2, 3)  # parameter
x = torch.randn(4, 3)
mean, logvar = encoder(x).chunk(2, dim=1)
posterior = D.Normal(mean, torch.exp(0.5 * logvar))
z = posterior.rsample()
kl = D.kl_divergence(posterior, D.Normal(0.0, 1.0)).sum(dim=1).mean()
loss = (decoder(z) - x).square().sum(dim=1).mean() + kl
loss.backward()
