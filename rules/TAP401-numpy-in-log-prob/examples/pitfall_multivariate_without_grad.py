"""Today the array is refused as well when no parameter requires grad."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import torch

mu = torch.tensor([0.0, 0.0])
sigma = torch.eye(2)
distrib = torch.distributions.MultivariateNormal(mu, sigma)
a = distrib.sample()
loss = -distrib.log_prob(a.numpy())  # expect: TAP401
