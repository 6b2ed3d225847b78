import torch
from torch import nn


class DQN(nn.Module):
    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.fc1 = nn.Linear(n_obs, 32)
        self.fc2 = nn.Linear(32, n_actions)

    def forward(self, state):
        return self.fc2(torch.relu(self.fc1(state)))
