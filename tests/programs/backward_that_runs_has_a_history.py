"""A backward raises where there is no history: so what all histories go through was recorded."""

import torch
import torch.nn.functional as F
from torch import Tensor


def train(model, loader, criterion, optimizer):
    for x, y in loader:
        out = torch.sigmoid(model(x))
        out *= 0.5  # expect: TAP202 likely
        loss = criterion(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def of_an_argument(x: Tensor):
    h = x.exp()
    h.add_(1)  # expect: TAP202 likely
    h.sum().backward()


def with_a_known_loss(prediction, target):
    p = torch.sigmoid(prediction)
    p.clamp_(0.1, 0.9)  # expect: TAP202 likely
    F.mse_loss(p, target).backward()


def twice(x: Tensor):
    h = x.exp()
    h.sum().backward()
    h.mean().backward()  # expect: TAP501 likely


def on_one_path(x: Tensor, flag):
    h = torch.tanh(x)
    if flag:
        h.mul_(2)  # expect: TAP202 likely
    h.sum().backward()
