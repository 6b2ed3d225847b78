import torch
from torch import nn


def net(n_in, n_out, last=None):
    layers = [nn.Linear(n_in, 32), nn.ReLU(), nn.Linear(32, n_out)]
    return nn.Sequential(*layers, *([last] if last else []))


class QFunction(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.body = net(obs + act, 1)

    def forward(self, o, a):
        return self.body(torch.cat([o, a], -1)).squeeze(-1)
