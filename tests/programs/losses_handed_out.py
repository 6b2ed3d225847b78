"""What a network's `forward` returns as its only loss is backpropagated by whoever trains it."""

import torch
import torch.nn.functional as F
from torch import nn


class Detached(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 3)

    def forward(self, x, targets=None):
        logits = self.head(x)
        loss = None
        if targets is not None:
            loss = F.cross_entropy(logits, targets).detach()  # expect: TAP104 likely
        return logits, loss

    @torch.no_grad()
    def generate(self, x):
        return self(x)[0].argmax()


class Number(nn.Module):
    def __init__(self, net, loss_fn):
        super().__init__()
        self.net = net
        self.loss_fn = loss_fn

    def forward(self, x, y):
        loss = self.loss_fn(self.net(x), y)
        return loss.mean().item()  # expect: TAP104 likely


class NumberOfKnown(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 1)

    def forward(self, x, y):
        loss = F.mse_loss(self.head(x), y)
        return loss.item()  # expect: TAP104 likely


class Shown(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 1)

    def forward(self, x, y):
        loss = F.mse_loss(self.head(x), y)
        return loss, loss.item()


class ShownByName(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 1)

    def forward(self, x, y):
        loss = F.mse_loss(self.head(x), y)
        aux_loss = loss.detach()
        return loss * 2, aux_loss, loss


class Kept(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 1)
        self.losses = []

    def forward(self, x, y):
        loss = F.mse_loss(self.head(x), y)
        self.losses.append(loss)
        return loss.item()


class Trained(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 1)

    def forward(self, x, y):
        loss = F.mse_loss(self.head(x), y)
        loss.backward()
        return loss.item()


class Evaluated(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 1)

    def forward(self, x, y):
        loss = F.mse_loss(self.head(x), y)
        if not self.training:
            return loss.item()
        return loss


class LossMetric(nn.Module):
    def forward(self, x, y):
        loss = F.mse_loss(x, y)
        return loss.item()


class Distance(nn.Module):
    def forward(self, x, y):
        distance = F.mse_loss(x, y)
        return distance.item()


class WithoutRecording(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 1)

    def forward(self, x, y):
        with torch.no_grad():
            loss = F.mse_loss(self.head(x), y)
        return loss.detach()
