"""The scale of a Gumbel distribution stretches it as a deviation does, and gets its square."""

# torch: runs
import torch
from torch.distributions import Gumbel

std = torch.tensor([0.5, 3.0])
variance = torch.outer(std, std).diagonal()
d = Gumbel(torch.zeros(2), variance)  # expect: TAP403 likely
assert torch.allclose(d.stddev / Gumbel(torch.zeros(2), std).stddev, std)
