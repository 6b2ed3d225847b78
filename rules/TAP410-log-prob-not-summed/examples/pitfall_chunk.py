"""Mean and deviation are halves of what one layer gives."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

net, critic = nn.Linear(4, 6), nn.Linear(4, 1)
states = torch.randn(8, 4)
mean, log_std = net(states).chunk(2, dim=-1)
policy = Normal(mean, log_std.clamp(-5, 2).exp())
action = policy.rsample()
value = critic(states)
loss = (0.1 * policy.log_prob(action) - value).mean()  # expect: TAP410 certain
loss.backward()
