"""Layers told apart by their class, layers that lack a bias on one branch, and inference alone."""

import torch
from torch import nn
from torch.distributions import MultivariateNormal


class Subsampled(nn.Module):
    def __init__(self, size, count):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(1, size, 3), nn.ReLU()])
        for _ in range(count):
            self.layers.append(nn.Conv2d(size, size, 3))
            self.layers.append(nn.ReLU())


class MaskedAfterConvolutions(Subsampled):
    def forward(self, x, mask=None):
        for layer in self.layers:
            x = layer(x)
            if isinstance(layer, nn.Conv2d) and mask is not None:
                x *= mask[:, None]
        return x


class MaskedAfterActivations(Subsampled):
    def forward(self, x, mask=None):
        for layer in self.layers:
            x = layer(x)
            if isinstance(layer, (nn.ReLU, nn.GELU)) and mask is not None:
                x *= mask[:, None]  # expect: TAP202 likely
        return x


def resized(current, size, rows):
    if getattr(current, "bias", None) is not None:
        new = nn.Linear(size, 3)
    else:
        new = nn.Linear(size, 3, bias=False)
    new.weight.data[:rows] = current.weight.data[:rows]  # expect: TAP302
    if getattr(current, "bias", None) is not None:
        new.bias.data[:rows] = current.bias.data[:rows]  # expect: TAP302
    return new


class Update(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gate = nn.Linear(size, size)
        self.value = nn.Linear(size, size)

    def _inference_forward(self, x):
        gate = self.gate(x)
        gate.sigmoid_()
        gate *= self.value(x)
        return gate

    def forward(self, x):
        gate = self.gate(x)
        gate.sigmoid_()
        gate *= self.value(x)  # expect: TAP202 likely
        return gate


class Dense(MultivariateNormal):
    def __init__(self, loc, cholesky):
        super().__init__(loc, scale_tril=cholesky)


def weights(mean, below, log_diagonal):
    cov_diag = torch.exp(log_diagonal)
    tril = torch.tril(below, diagonal=-1) + torch.diag_embed(cov_diag)
    return Dense(mean, tril)


def covariance_as_factor(mean, cov):
    return MultivariateNormal(mean, scale_tril=cov)  # expect: TAP402 likely
