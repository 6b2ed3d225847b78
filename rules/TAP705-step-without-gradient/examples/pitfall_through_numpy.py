"""The actions go through numpy on their way to the critic."""

# torch: runs
import torch
from torch import nn

class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, states):
        return torch.tanh(self.layers(states))


actor, critic = Actor(), nn.Linear(2, 1)
optimizer = torch.optim.Adam(actor.parameters())
before = [each.clone() for each in actor.parameters()]
critic_optimizer = torch.optim.Adam(critic.parameters())
states = torch.randn(4, 3)
actions = torch.from_numpy(actor(states).detach().numpy())
loss = -critic(actions).mean()
optimizer.zero_grad()
critic_optimizer.zero_grad()
loss.backward()
optimizer.step()  # expect: TAP705 certain
critic_optimizer.step()
assert all(map(torch.equal, before, actor.parameters()))
