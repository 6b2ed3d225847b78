"""SAC: the gradient goes through the critic to the sample; what is left in the critic is cleared."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Normal

actor, critic = nn.Linear(2, 1), nn.Linear(3, 1)
actor_optimizer = torch.optim.Adam(actor.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())
states, targets, alpha = torch.randn(4, 2), torch.randn(4, 1), 0.2
for _ in range(2):
    policy = Normal(actor(states), torch.ones(4, 1))
    action = policy.rsample()
    q = critic(torch.cat([states, action], dim=1))
    actor_loss = (alpha * policy.log_prob(action) - q).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()
    critic_loss = F.mse_loss(critic(torch.cat([states, action.detach()], dim=1)), targets)
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()
