"""Without the line, the checks are what they were, and the scale is fixed."""

# torch: runs
import torch
from torch.distributions import Normal

assert Normal(torch.zeros(2), torch.ones(2)).scale.sum() == 2
