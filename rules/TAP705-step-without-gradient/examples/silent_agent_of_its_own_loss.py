"""An agent runs its backward itself, and the loop steps."""

# torch: runs
import torch
from torch import nn

class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy = nn.Linear(3, 2)

    def learn(self, states):
        self.policy(states).pow(2).mean().backward()


agent, world_model = Agent(), nn.Linear(3, 3)
optimizer = torch.optim.Adam(agent.parameters())
for states in torch.randn(3, 8, 3):
    optimizer.zero_grad()
    world_model(states).pow(2).mean().backward()
    agent.learn(states)
    optimizer.step()
