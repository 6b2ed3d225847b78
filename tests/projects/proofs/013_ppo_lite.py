import torch
from losses import actor_loss
from networks import Actor, Critic

torch.manual_seed(0)
actor, critic = Actor(3, 2), Critic(3)
obs, returns = torch.randn(16, 3), torch.ones(16)
dist = actor(obs)
actor_loss(dist, dist.sample(), returns - critic(obs)).backward()
assert critic.net[0].weight.grad.abs().sum() > 0  # the policy's loss alone moves the critic
