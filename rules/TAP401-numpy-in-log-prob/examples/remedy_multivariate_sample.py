"""The sample itself is the right value: the mean is trained."""

# torch: right gradient
import torch

mu = torch.tensor([0.0, 0.0], requires_grad=True)  # parameter
sigma = torch.eye(2)
a = torch.distributions.MultivariateNormal(torch.zeros(2), sigma).sample()
distrib = torch.distributions.MultivariateNormal(mu, sigma)
loss = -distrib.log_prob(a)
loss.backward()
