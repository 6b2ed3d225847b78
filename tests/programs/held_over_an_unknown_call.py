"""A call that is not followed may replace what objects hold, and not what a variable holds."""

import torch
from engine import restart, visit
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(3, 3)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def twice(self, x):
        loss = self.net(x).exp().sum()
        loss.backward()
        visit(self)
        loss.backward()  # expect: TAP501

    def changed(self, x):
        out = self.net(x).exp()
        out.mul_(2)  # expect: TAP202
        visit(self)
        out.sum().backward()

    def stepped(self, x):
        first, second = torch.sigmoid(self.net(torch.sigmoid(self.net(x)))).split(1)
        first.sum().backward(retain_graph=True)
        self.optimizer.step()  # expect: TAP204
        visit(self)
        second.sum().backward()

    def carried(self, batches):
        hidden = torch.zeros(3)
        for _ in batches:
            hidden = torch.tanh(self.net(hidden))
            hidden.sum().backward()  # expect: TAP501
            visit(self)

    def handed_in(self, x):
        loss = self.net(x).exp().sum()
        loss.backward()
        visit(self)
        again = loss
        again.backward()  # expect: TAP501


class Keeper:
    def __init__(self):
        self.w = torch.ones(3, requires_grad=True)
        self.h = self.w.exp()
        self.losses = [self.w.exp().sum()]

    def of_an_attribute(self):
        self.h.sum().backward()
        restart(self)
        self.h.sum().backward()

    def of_a_copy_made_later(self):
        self.h.sum().backward()
        restart(self)
        h = self.h
        h.sum().backward()

    def of_what_is_computed_later(self):
        self.h.sum().backward()
        restart(self)
        h = self.h * 2
        h.sum().backward()

    def of_an_item(self):
        self.losses[0].backward()
        restart(self)
        for loss in self.losses:
            loss.backward()

    def in_a_helper(self):
        self.h.sum().backward()
        restart(self)
        self.help(self.h)

    def help(self, h):
        h.sum().backward()


kept = torch.ones(3, requires_grad=True).exp()


def renew():
    global kept
    kept = torch.ones(3, requires_grad=True).exp()
    restart(kept)
    return [renew() for _ in range(3)]


class Both:
    pass


kept.sum().backward()
restart(Both())
kept.sum().backward()  # expect: TAP501
