"""Each step is summed when it is kept, and all are stacked."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor, states, returns = nn.Linear(4, 2), torch.randn(8, 4), torch.randn(8)
kept = []
for state in states:
    policy = Normal(actor(state), torch.ones(2))
    kept.append(policy.log_prob(policy.sample()).sum())
loss = -(torch.stack(kept) * returns).mean()
loss.backward()
