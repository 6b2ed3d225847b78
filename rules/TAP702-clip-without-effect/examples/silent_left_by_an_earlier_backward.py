"""The other network's step is still to come: its gradient may be clipped here."""

# torch: runs
import torch
from torch import nn


def update(agent, batch, target):
    agent.actor_optimizer.zero_grad()
    agent.actor(batch).mean().backward()
    agent.critic_optimizer.zero_grad()
    critic_loss = (agent.critic(batch) - target).pow(2).mean()
    nn.utils.clip_grad_norm_(agent.actor.parameters(), 1e-3)
    critic_loss.backward()
    agent.critic_optimizer.step()
    agent.actor_optimizer.step()


class Agent:
    def __init__(self):
        self.critic, self.actor = nn.Linear(2, 1), nn.Linear(2, 1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=1.0)
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=1.0)


if __name__ == "__main__":
    both = Agent()
    before = both.actor.weight.detach().clone()
    vars()["update"](both, torch.ones(4, 2), 9.0)
    assert (both.actor.weight - before).abs().max() <= 1.1e-3
