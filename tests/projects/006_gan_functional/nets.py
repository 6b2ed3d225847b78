from torch import nn


def mlp(*sizes, act=nn.LeakyReLU, last=None):
    layers = []
    for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
        layers.append(nn.Linear(a, b))
        if i < len(sizes) - 2:
            layers.append(act())
    if last is not None:
        layers.append(last())
    return nn.Sequential(*layers)


def make_gan(latent, data):
    return mlp(latent, 24, 24, data, last=nn.Tanh), mlp(data, 24, 24, 1)
