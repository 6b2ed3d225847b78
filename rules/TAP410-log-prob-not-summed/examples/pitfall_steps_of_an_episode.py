"""Each step keeps the log-probabilities of its action's parts, and returns weigh them all."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor, log_std = nn.Linear(4, 2), nn.Parameter(torch.zeros(2))
states, returns = torch.randn(8, 4), torch.randn(8)
kept = []
for state in states:
    policy = Normal(actor(state), log_std.exp())
    kept.append(policy.log_prob(policy.sample()))  # expect: TAP410 certain
loss = -(torch.stack(kept) * returns.unsqueeze(1)).mean()
loss.backward()
