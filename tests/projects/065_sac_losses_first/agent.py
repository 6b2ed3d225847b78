import torch
import torch.nn.functional as F

from nets import Actor, Critic


class TD3Lite:
    def __init__(self, obs, act, lr=1e-3):
        self.actor, self.critic = Actor(obs, act), Critic(obs, act)
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=lr)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=lr)

    def critic_loss(self, obs, act, target):
        q1, q2 = self.critic(obs, act)
        return F.mse_loss(q1, target) + F.mse_loss(q2, target)

    def actor_loss(self, obs):
        q1, q2 = self.critic(obs, self.actor(obs))
        return -torch.min(q1, q2).mean()

    def update(self, obs, act, target):
        critic_loss = self.critic_loss(obs, act, target)
        actor_loss = self.actor_loss(obs)

        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()

        self.actor_opt.zero_grad()
        actor_loss.backward()
        self.actor_opt.step()
        return critic_loss.item(), actor_loss.item()
