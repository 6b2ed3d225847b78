import torch
from torch import nn


class SoftQ(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.q = nn.Sequential(nn.Linear(obs_dim + act_dim, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, obs, act):
        return self.q(torch.cat([obs, act], dim=1)).squeeze(-1)


class SAC:
    def __init__(self, actor, critic, alpha=0.2, lr=3e-4):
        self.actor, self.critic, self.alpha = actor, critic, alpha
        self.actor_optimizer = torch.optim.Adam(actor.parameters(), lr=lr)
        self.critic_optimizer = torch.optim.Adam(critic.parameters(), lr=lr)

    def update_critic(self, obs, act, target):
        loss = (self.critic(obs, act) - target).pow(2).mean()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()

    def update_actor(self, obs):
        action, log_prob = self.actor.get_action(obs)
        loss = (self.alpha * log_prob - self.critic(obs, action)).mean()
        self.actor_optimizer.zero_grad()
        loss.backward()
        self.actor_optimizer.step()
        return loss.item()
