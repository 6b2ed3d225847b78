"""The advantage is a number to the policy; the critic is trained by its own loss alone."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
actor, critic = nn.Linear(2, 3), nn.Linear(2, 1)
states, returns = torch.ones(4, 2), torch.full((4,), 5.0)
policy = Categorical(logits=actor(states))
advantage = returns - critic(states).squeeze(1)
actor_loss = -(policy.log_prob(policy.sample()) * advantage.detach()).mean()
critic_loss = advantage.pow(2).mean()
critic_alone = -2 * advantage.mean().item()
(actor_loss + critic_loss).backward()
assert abs(critic.bias.grad.item() - critic_alone) < 1e-5
