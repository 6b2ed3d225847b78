"""Nobody knows how many numbers a network from elsewhere gives."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


def loss_of(actor, critic, states, actions, returns):
    mean, std = actor(states)
    advantage = returns - critic(states).detach()
    return -(Normal(mean, std).log_prob(actions) * advantage).mean()


def twice(x):
    return nn.functional.softplus(x), torch.ones(8, 1)


loss = loss_of(twice, nn.Linear(1, 1), torch.randn(8, 1), torch.randn(8, 1), torch.randn(8, 1))
