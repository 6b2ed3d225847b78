"""Values that are copied, detached or masked so that no gradient is lost."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def to_tensor(values, is_leaf=True):
    return torch.tensor(values).float().requires_grad_(is_leaf)


points = to_tensor(np.random.rand(10, 2))
chosen = to_tensor(points[[1, 2], :])


def target_of(network, state):
    value = network(state)
    value.detach_()
    return value


def update(network, target_network, optimizer, state, following, reward, gamma):
    target = torch.squeeze(target_of(target_network, following))
    target.data.mul_(gamma)  # expect: TAP302
    target.data.add_(reward)  # expect: TAP302
    loss = F.smooth_l1_loss(network(state), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


class Masked(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 6)
        self.ce = nn.CrossEntropyLoss()

    def forward(self, x, first, last):
        output = self.net(x)
        output[:, :first].data.fill_(-10e10)  # expect: TAP302
        output[:, last:].data.fill_(-10e10)  # expect: TAP302
        return output

    def observe(self, x, y):
        loss = self.ce(self.forward(x, 2, 4)[:, 2:4], y)
        loss.backward()


class Filled(Masked):
    def forward(self, x, first, last):
        output = self.net(x)
        output[:, :first].data.fill_(0.5)  # expect: TAP301
        return output

    def observe(self, x, y):
        loss = self.ce(self.forward(x, 2, 4), y)
        loss.backward()


def for_the_log(batches, step):
    train_losses = []
    for batch in batches:
        train_losses.append(step(batch))
    average_loss = torch.Tensor(train_losses).mean().item()
    print(average_loss)


def for_the_backward(batches, step):
    train_losses = []
    for batch in batches:
        train_losses.append(step(batch))
    average_loss = torch.Tensor(train_losses).mean()  # expect: TAP101 likely
    average_loss.backward()
    print(average_loss.item())
