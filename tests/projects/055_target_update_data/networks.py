from torch import nn


def q_network(obs, act, hidden=24):
    return nn.Sequential(nn.Linear(obs, hidden), nn.ReLU(), nn.Linear(hidden, act))
