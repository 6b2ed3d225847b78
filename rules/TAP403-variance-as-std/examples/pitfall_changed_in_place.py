"""A deviation is squared in place and used on as a scale."""

# torch: runs
import torch
from torch.distributions import Normal

std = torch.tensor([0.5, 3.0])
std.pow_(2)
d = Normal(torch.zeros(2), std)  # expect: TAP403 likely
assert torch.allclose(d.stddev, torch.tensor([0.25, 9.0]))
