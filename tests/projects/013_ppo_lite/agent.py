import itertools

import torch

from losses import actor_loss, critic_loss
from networks import Actor, Critic


class Agent:
    def __init__(self, obs_dim, act_dim, lr=1e-3, vf_coef=0.5):
        self.actor = Actor(obs_dim, act_dim)
        self.critic = Critic(obs_dim)
        self.vf_coef = vf_coef
        params = itertools.chain(self.actor.parameters(), self.critic.parameters())
        self.optim = torch.optim.Adam(params, lr=lr)

    def learn(self, obs, actions, returns):
        dist = self.actor(obs)
        advantages = returns - self.critic(obs)
        loss = actor_loss(dist, actions, advantages) + self.vf_coef * critic_loss(advantages)
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return loss.item()
