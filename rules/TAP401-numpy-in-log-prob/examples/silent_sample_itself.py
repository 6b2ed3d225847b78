"""The sample goes into log_prob as it is, and is turned into an array only for others."""

# torch: runs
import torch

mu = torch.tensor([0.0, 0.0], requires_grad=True)
distrib = torch.distributions.MultivariateNormal(mu, torch.eye(2))
a = distrib.sample()
loss = -distrib.log_prob(a)
print(a.numpy())
loss.backward()
assert torch.equal(mu.grad, -a)
