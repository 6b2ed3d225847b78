"""What the policy's loss leaves in a network that no optimiser has is never used."""

# torch: runs
import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
actor, critic, gamma = nn.Linear(2, 3), nn.Linear(2, 1), 0.99
target_critic = copy.deepcopy(critic)
optimizer = torch.optim.SGD([*actor.parameters(), *critic.parameters()], lr=0.1)
states, next_states, rewards = torch.randn(4, 2), torch.randn(4, 2), torch.randn(4)
value = critic(states).squeeze(1)
target = rewards + gamma * target_critic(next_states).squeeze(1)
policy = Categorical(logits=actor(states))
loss = -(policy.log_prob(policy.sample()) * (target - value.detach())).mean()
loss = loss + F.mse_loss(value, target)
critic_alone = 2 * (value - target).mean().item()
optimizer.zero_grad()
loss.backward()
assert abs(critic.bias.grad.item() - critic_alone) < 1e-5
optimizer.step()
