"""Of two networks that are trained in turn, the first is clipped before its backward."""

# torch: runs
import torch
from torch import nn


def update(agent, batch, target):
    agent.critic_optimizer.zero_grad()
    critic_loss = (agent.critic(batch) - target).pow(2).mean()
    nn.utils.clip_grad_norm_(agent.critic.parameters(), 1e-3)  # expect: TAP702 likely
    critic_loss.backward()
    agent.critic_optimizer.step()
    agent.actor_optimizer.zero_grad()
    actor_loss = agent.actor(batch).mean()
    actor_loss.backward()
    agent.actor_optimizer.step()


class Agent:
    def __init__(self):
        self.critic, self.actor = nn.Linear(2, 1), nn.Linear(2, 1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=1.0)
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=1.0)


if __name__ == "__main__":
    both = Agent()
    before = both.critic.weight.detach().clone()
    vars()["update"](both, torch.ones(4, 2), 9.0)
    assert (both.critic.weight - before).abs().max() > 1
