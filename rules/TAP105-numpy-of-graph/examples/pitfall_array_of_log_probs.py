"""An array of log-probabilities is asked for to weigh them with rewards."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

policy = nn.Linear(2, 3)
log_probs = []
for state in torch.eye(2):
    distribution = Categorical(logits=policy(state))
    log_probs.append(distribution.log_prob(distribution.sample()))
weighed = np.array(log_probs) * np.array([1.0, 2.0])  # expect: TAP105
