"""REINFORCE as it should be: the sampled tensor goes into log_prob."""

# torch: runs
import torch
from torch.distributions import Categorical

policy = torch.nn.Linear(2, 2)
distribution = Categorical(logits=policy(torch.ones(2)))
action = distribution.sample()
reward = 1.0 if action.item() == 0 else -1.0
loss = -distribution.log_prob(action) * reward
loss.backward()
assert policy.weight.grad is not None
