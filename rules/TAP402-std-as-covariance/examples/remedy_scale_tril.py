"""scale_tril takes the standard deviations as they are."""

# torch: right gradient
import torch
from torch.distributions import MultivariateNormal, Normal

mean = torch.zeros(2)
std = torch.tensor([0.5, 2.0], requires_grad=True)  # parameter
a = torch.tensor([0.3, -1.0])
p1 = MultivariateNormal(mean, scale_tril=torch.diag_embed(std)).log_prob(a)
assert torch.allclose(p1, Normal(mean, std).log_prob(a).sum(-1))
loss = -p1
loss.backward()
