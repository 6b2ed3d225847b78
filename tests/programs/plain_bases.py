"""A class that derives from `object` or `ABC` has no more attributes than one without bases."""

# torch: runs
from abc import ABC

import torch
from torch import nn


class Old(object):  # noqa: UP004
    def update(self, batch):
        loss = self.net(batch).pow(2).mean()
        loss.backward()
        self.optimizer.zero_grad()
        self.optimizer.step()  # expect: TAP701 likely


class Abstract(ABC):
    def update(self, batch):
        loss = self.net(batch).pow(2).mean()
        loss.backward()
        self.optimizer.zero_grad()
        self.optimizer.step()  # expect: TAP701 likely


class Layer(nn.Module):
    def update(self, batch):
        loss = self.net(batch).pow(2).mean()
        loss.backward()
        self.optimizer.zero_grad()
        self.optimizer.step()  # expect: TAP701 likely


if __name__ == "__main__":
    for each in (Old(), Abstract(), Layer()):
        each.net = nn.Linear(2, 1)
        each.optimizer = torch.optim.SGD(each.net.parameters(), lr=0.1)
        before = each.net.weight.detach().clone()
        vars(type(each))["update"](each, torch.ones(4, 2))
        assert torch.equal(each.net.weight, before)
