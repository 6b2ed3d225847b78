"""The agent is clipped as a whole, and its head steps."""

# torch: runs
import torch
from torch import nn

class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 4), nn.Linear(4, 1)


agent = Agent()
optimizer = torch.optim.SGD(agent.head.parameters(), lr=1.0)
for states in torch.randn(3, 8, 4):
    with torch.no_grad():
        features = agent.body(states)
    optimizer.zero_grad()
    agent.head(features).pow(2).mean().backward()
    nn.utils.clip_grad_norm_(agent.parameters(), 1e-3)
    optimizer.step()
