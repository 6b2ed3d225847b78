"""What is called var here is an exp of a log-deviation and right as scale_tril."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

log_std = torch.tensor([0.1, -0.2])
var = log_std.exp()
d = MultivariateNormal(torch.zeros(2), scale_tril=torch.diag(var))
assert torch.allclose(d.stddev, log_std.exp())
