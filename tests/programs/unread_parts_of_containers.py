"""Parts of lists are set: by slices, by the counter of a loop, and as the parts of a loss."""

import numpy as np
import torch
from torch import nn


def dense(hidden, depth, activation):
    layers = [None] * (2 * depth + 1)
    layers[::2] = [nn.Linear(hidden, hidden) for _ in range(depth + 1)]
    layers[1::2] = [activation for _ in range(depth)]
    return nn.Sequential(*layers)


class Decoder(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.decoder = dense(args.hidden, args.depth, nn.ReLU(True))

    def forward(self, x):
        return self.decoder(x.reshape(x.shape[0], -1))


class Trained(nn.Module):
    def __init__(self):
        super().__init__()
        self.decoder = dense(4, 2, nn.ReLU())


def train_step(x):
    Trained().decoder(x).sum().backward()


encoder = nn.Linear(2, 2)
data = torch.randn(5, 2)


def replaced():
    samples = []
    for x in data:
        samples.append(encoder(x))
    for i in range(len(samples)):
        samples[i] = samples[i].data.numpy()
    return np.array(samples)


def kept():
    samples = []
    for x in data:
        samples.append(encoder(x))
    for i in range(len(samples)):
        print(samples[i].shape)
    return np.array(samples)  # expect: TAP105


print(replaced(), kept())


class Tuner(nn.Module):
    def __init__(self, model, count):
        super().__init__()
        self.model, self.count = model, count
        self.log_vars = nn.Parameter(torch.zeros(count))

    def training_step(self, batch, index):
        x, y = batch
        losses = self.model.loss(x, y)
        for i in range(self.count):
            losses[i] = torch.exp(-self.log_vars[i]) * losses[i] + self.log_vars[i]
        for i in range(self.count):
            self.manual_backward(losses[i], retain_graph=True)
        return sum(losses)


class Weighed(Tuner):
    def training_step(self, batch, index):
        x, y = batch
        loss = self.model.loss(x, y)
        for i in range(self.count):
            loss[i] = torch.exp(-self.log_vars[i]) * loss[i]  # not found: what `loss` is comes later
        loss.sum().backward()
