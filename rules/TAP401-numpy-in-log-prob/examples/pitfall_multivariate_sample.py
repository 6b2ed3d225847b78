"""A sample turned into an array is refused by log_prob when the mean requires grad."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import torch

mu = torch.tensor([0.0, 0.0], requires_grad=True)
sigma = torch.eye(2)
distrib = torch.distributions.MultivariateNormal(mu, sigma)
a = distrib.sample()
loss = -distrib.log_prob(a.numpy())  # expect: TAP401
