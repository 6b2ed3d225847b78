"""A method makes its optimiser each time that it is called: Adam's averages start from nothing."""

# torch: runs
import torch
from torch import nn


class Agent:
    def __init__(self) -> None:
        self.policy = nn.Linear(2, 1)

    def update(self, states: torch.Tensor) -> None:
        optimizer = torch.optim.Adam(self.policy.parameters(), lr=0.01)  # expect: TAP703
        loss = self.policy(states).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        assert optimizer.state[self.policy.weight]["step"] == 1


agent = Agent()
for _ in range(5):
    agent.update(torch.randn(4, 2))
