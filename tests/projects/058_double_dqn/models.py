import torch.nn as nn


class DuelingQ(nn.Module):
    def __init__(self, obs, act, width=24):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs, width), nn.ReLU())
        self.value = nn.Linear(width, 1)
        self.advantage = nn.Linear(width, act)

    def forward(self, x):
        h = self.trunk(x)
        a = self.advantage(h)
        return self.value(h) + a - a.mean(dim=1, keepdim=True)
