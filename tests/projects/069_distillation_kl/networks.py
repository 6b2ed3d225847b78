from torch import nn


def teacher(n_in, classes):
    return nn.Sequential(nn.Linear(n_in, 64), nn.ReLU(), nn.Linear(64, classes))


def student(n_in, classes):
    return nn.Sequential(nn.Linear(n_in, 8), nn.ReLU(), nn.Linear(8, classes))
