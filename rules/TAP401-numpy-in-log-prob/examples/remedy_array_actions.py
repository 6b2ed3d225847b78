"""torch.from_numpy shares the array's memory and is a tensor."""

# torch: right gradient
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

policy = nn.Linear(2, 3)  # parameter
actions = np.zeros(4, dtype=np.int64)
for index in range(4):
    actions[index] = index % 2
distribution = Categorical(logits=policy(torch.ones(4, 2)))
loss = -distribution.log_prob(torch.from_numpy(actions)).mean()
loss.backward()
