import torch.nn as nn
import torch.nn.functional as F


class ActorCritic(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.fc = nn.Linear(cfg["obs"], cfg["hidden"])
        self.actor = nn.Linear(cfg["hidden"], cfg["actions"])
        self.critic = nn.Linear(cfg["hidden"], 1)

    def forward(self, x):
        x = F.relu(self.fc(x))
        return F.softmax(self.actor(x), dim=-1), self.critic(x)
