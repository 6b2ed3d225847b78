"""What is decided of objects: an attribute set later, one of two, and layers that were wrapped."""

import torch
from torch import nn


class Anchored:
    def __init__(self, model):
        self.model = model
        self.anchor = None

    def penalty(self):
        if self.anchor is None:
            return torch.zeros(())
        return sum(((p - a) ** 2).sum() for p, a in zip(self.model.parameters(), self.anchor))

    def consolidate(self):
        self.anchor = [p.detach().clone() for p in self.model.parameters()]


anchored = Anchored(nn.Linear(3, 3))
print(anchored.penalty())
anchored.consolidate()
anchored.penalty().backward()


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 3)
        self.hidden = None

    def forward(self, x):
        if self.hidden is None:
            self.hidden = torch.zeros(x.shape[0], 3)
        self.hidden = self.cell(x, self.hidden)
        return self.hidden


def carried(x):
    net = Recurrent()
    for _ in range(4):
        net(x).pow(2).mean().backward()  # expect: TAP501


class Critic:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.value = torch.zeros(2, 1)

    def update(self, x):
        self.value = torch.sigmoid(self.net(x))


class Agent:
    def __init__(self):
        self.one = Critic()
        self.two = Critic()

    def learn(self, x, first):
        critic = self.one if first else self.two
        critic.update(x)
        if not first:
            self.one.value.add_(1)
        else:
            self.two.value.add_(1)
        critic.value.sum().backward()

    def learn_wrongly(self, x, first):
        critic = self.one if first else self.two
        critic.update(x)
        loss = critic.value.sum()
        if first:
            self.one.value.add_(1)  # expect: TAP202
        loss.backward()


def of_a_wrapper(x):
    model = nn.DataParallel(nn.Linear(3, 3))
    loss = torch.zeros(())
    if isinstance(model, nn.DataParallel):
        loss = model(x).pow(2).mean()
    loss.backward()
