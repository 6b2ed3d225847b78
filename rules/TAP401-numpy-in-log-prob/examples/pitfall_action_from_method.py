"""A method that returns an array is followed to where the array is used."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import torch
from torch import nn
from torch.distributions import Independent, Normal


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(2, 2)

    def distribution(self, state):
        return Independent(Normal(self.mean(state), torch.ones(2)), 1)

    def act(self, state):
        with torch.no_grad():
            return self.distribution(state).sample().cpu().numpy()

    def loss(self, state):
        action = self.act(state)
        return -self.distribution(state).log_prob(action)  # expect: TAP401


loss = Agent().loss(torch.ones(2))
