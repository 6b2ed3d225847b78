"""diag_embed(std**2) is the covariance: values and gradients agree with Normal."""

# torch: right gradient
import torch

n = 4
mean = torch.zeros([n])
std = torch.full([n], 0.7, requires_grad=True)  # parameter
a = torch.tensor([0.3, -1.0, 2.0, 0.7])
p1 = torch.distributions.MultivariateNormal(mean, torch.diag_embed(std**2)).log_prob(a)
p2 = torch.distributions.Normal(mean, std).log_prob(a).sum(dim=-1)
assert torch.allclose(p1, p2)
loss = -p1
loss.backward()
