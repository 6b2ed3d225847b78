"""Without validation a number fails inside Categorical."""

# torch: raises AttributeError: 'int' object has no attribute 'long'
import torch
from torch.distributions import Categorical

choice = Categorical(logits=torch.zeros(3), validate_args=False)  # expect: TAP404
choice.log_prob(1)  # expect: TAP401
