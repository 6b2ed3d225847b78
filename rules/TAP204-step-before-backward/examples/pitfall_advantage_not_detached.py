"""The advantage carries the critic's graph into the actor's loss, which comes after the step."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn
from torch.distributions import Categorical

actor = nn.Linear(2, 2)
critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
actor_optimizer = torch.optim.Adam(actor.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())
states, returns = torch.randn(3, 2), torch.ones(3)

policy = Categorical(logits=actor(states))
log_probs = policy.log_prob(policy.sample())
advantage = returns - critic(states).squeeze(-1)
critic_loss = advantage.pow(2).mean()
actor_loss = -(log_probs * advantage).mean()

critic_optimizer.zero_grad()
critic_loss.backward(retain_graph=True)
critic_optimizer.step()  # expect: TAP204
actor_optimizer.zero_grad()
actor_loss.backward()
actor_optimizer.step()
