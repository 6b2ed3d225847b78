"""Arrays may be where they are made into tensors, and results may become arrays."""

# torch: runs
import numpy as np
import torch
from torch.distributions import Normal

prior = Normal(torch.tensor(np.zeros(2)), torch.ones(2))
value = prior.sample()
scores = prior.log_prob(value).numpy()
best = prior.log_prob(value)[np.argmax(scores)].item()
assert isinstance(scores, np.ndarray) and isinstance(best, float)
