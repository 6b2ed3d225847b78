import torch
from torch.distributions import Categorical

from memory import Memory
from net import ActorCritic


class A2CAgent:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = ActorCritic(cfg)
        self.optimizer = torch.optim.RMSprop(self.net.parameters(), lr=cfg["lr"])
        self.memory = Memory()

    def act(self, obs):
        probs, value = self.net(obs)
        dist = Categorical(probs)
        action = dist.sample()
        return action.item(), dist.log_prob(action).view(1), value.view(1)

    def update(self, next_obs):
        with torch.no_grad():
            _, last = self.net(next_obs)
        returns = self.memory.returns(last.item(), self.cfg["gamma"])
        values = torch.cat(self.memory.values)
        log_probs = torch.cat(self.memory.log_probs)
        advantages = returns - values
        actor_loss = -(log_probs * advantages.detach()).mean()
        critic_loss = advantages.pow(2).mean()
        loss = actor_loss + self.cfg["value_coef"] * critic_loss
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.memory.clear()
        return actor_loss.item(), critic_loss.item()
