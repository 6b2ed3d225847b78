import torch
from collections import namedtuple
T = namedtuple("T", ["obs", "value_s"])
class Agent(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = torch.nn.Linear(3, 1)
        self.trajectory = []
    def act(self, obs):
        v = self.critic(obs)
        self.trajectory.append(T(obs, v))
    def learn(self, targets):
        t = T(*zip(*self.trajectory))
        loss = torch.nn.functional.mse_loss(torch.tensor(t.value_s), targets)  # expect: TAP101
        loss.backward()
