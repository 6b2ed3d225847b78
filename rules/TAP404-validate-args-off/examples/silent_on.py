"""validate_args=True and None keep the checks."""

# torch: raises ValueError: to satisfy the constraint GreaterThan(lower_bound=0.0)
import torch
from torch.distributions import Categorical, Normal

first = Categorical(logits=torch.zeros(2), validate_args=True)
second = Normal(torch.zeros(2), -torch.ones(2), validate_args=None)
