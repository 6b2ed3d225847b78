"""With deviations of one the log-probabilities agree, and the gradients differ by two."""

# torch: runs
import torch

n = 4
mean = torch.zeros([n])
std = torch.ones([n], requires_grad=True)
a = torch.tensor([0.3, -1.0, 2.0, 0.7])
d1 = torch.distributions.MultivariateNormal(mean, torch.diag_embed(std))  # expect: TAP402 likely
d2 = torch.distributions.Normal(mean, std)
p1 = d1.log_prob(a)
p2 = d2.log_prob(a).sum(dim=-1)
(g1,) = torch.autograd.grad(p1, std)
(g2,) = torch.autograd.grad(p2, std)
assert torch.allclose(p1, p2) and torch.allclose(2 * g1, g2)
