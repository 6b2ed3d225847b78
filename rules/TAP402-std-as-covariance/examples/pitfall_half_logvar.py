"""exp(0.5 * logvar) is a deviation, whatever it came from."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

logvar = torch.tensor([0.2, -0.4])
spread = torch.exp(0.5 * logvar)
posterior = MultivariateNormal(torch.zeros(2), torch.diag_embed(spread))  # expect: TAP402 likely
assert not torch.allclose(posterior.variance, logvar.exp())
