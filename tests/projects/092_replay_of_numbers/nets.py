from torch import nn


def make_q(obs, act):
    return nn.Sequential(nn.Linear(obs, 20), nn.ReLU(), nn.Linear(20, act))
