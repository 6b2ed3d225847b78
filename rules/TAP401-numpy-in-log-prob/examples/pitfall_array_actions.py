"""Actions stored as an array go into the log-probability of a policy."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

policy = nn.Linear(2, 3)
actions = np.zeros(4, dtype=np.int64)
for index in range(4):
    actions[index] = index % 3
distribution = Categorical(logits=policy(torch.ones(4, 2)))
loss = -distribution.log_prob(actions).mean()  # expect: TAP401
