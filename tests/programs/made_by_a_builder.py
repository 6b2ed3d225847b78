"""An object that `__init__` has others of its methods fill: they are not called again later."""

import torch
from torch import nn


class Solver:
    def __init__(self, kind):
        self.kind = kind
        self.build()

    def build(self):
        self.make_networks()
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    def make_networks(self):
        if self.kind == "small":
            self.critic = nn.Sequential(nn.Linear(3, 3), nn.LeakyReLU())
        else:
            self.critic = nn.Sequential(nn.Linear(3, 3), nn.Tanh())

    def train(self, batches):
        for x, noise in batches:
            first = self.critic(x).mean()
            second = self.critic(torch.tanh(self.critic(noise))).mean()
            self.optimizer.zero_grad()
            first.backward()
            self.optimizer.step()  # expect: TAP204
            second.backward()

    def train_in_order(self, batches):
        for x, noise in batches:
            self.optimizer.zero_grad()
            self.critic(x).mean().backward()
            self.optimizer.step()
            self.critic(torch.tanh(self.critic(noise))).mean().backward()


class Renewed:
    def __init__(self):
        self.renew()

    def renew(self):
        self.w = torch.ones(3, requires_grad=True)
        self.loss = self.w.exp().sum()

    def train(self):
        self.loss.backward()
        self.renew()
        self.loss.backward()


class RenewedElsewhere:
    def __init__(self):
        self.renew()

    def renew(self):
        self.w = torch.ones(3, requires_grad=True)
        self.loss = self.w.exp().sum()

    def train(self):
        self.loss.backward()

    def go_on(self):
        self.renew()
        self.train()
        self.renew()
        self.train()
