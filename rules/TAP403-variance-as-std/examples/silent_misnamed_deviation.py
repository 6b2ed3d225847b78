"""What is called var here is computed as a deviation."""

# torch: runs
import torch
from torch.distributions import Normal

logvar = torch.tensor([0.1, -0.2])
var = torch.exp(0.5 * logvar)
d = Normal(torch.zeros(2), var)
assert torch.allclose(d.variance, logvar.exp())
