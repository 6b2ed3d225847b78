"""A value without history here, that has one where the backward is run; or none is needed."""

from abc import ABC, abstractmethod

import torch
from elsewhere import fill_in
from torch import nn


def switched_by_an_expression(batches, phase):
    net = nn.Linear(2, 2)
    torch.set_grad_enabled(True) if phase == "train" else torch.set_grad_enabled(False)
    for x in batches:
        loss = net(x).mean()
        if phase == "train":
            loss.backward()


class Base(ABC):
    def optimize(self):
        self.loss = torch.tensor(0.0)
        self.train_all()

    @abstractmethod
    def train_all(self):
        self.loss.backward()


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)
        self.optimizer = torch.optim.SGD(self.body.parameters(), lr=0.1)

    def forward(self, x, y):
        h = self.body(x)
        loss = (h.sum(1) - y).pow(2).mean()
        loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()
        return h.detach(), loss.item()


class Blocks(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(), Block()])

    def forward(self, x, y):
        total_loss = 0.0
        for block in self.blocks:
            x, loss = block(x, y)
            total_loss += loss
        return x, total_loss


def filled_by_a_call(x):
    state = {"error": torch.zeros(4)}
    fill_in(state, x)
    state["error"].sum().backward()


def filled_in_a_list(n, x, layer):
    states = []
    for _ in range(n):
        states.append({"error": torch.zeros(4)})
    for i in range(n):
        layer.update(states[i], x)
        states[0]["error"].sum().backward()


def a_parameter_over_its_own_leaf(x):
    weight = nn.Parameter(torch.randn(3, 2, requires_grad=True) * 0.01)
    optimizer = torch.optim.SGD([weight], lr=0.1)
    (x @ weight).pow(2).mean().backward()
    optimizer.step()


def a_constant_for_some_rounds(model):
    for i in range(10):
        y = model(i) * model.scale.exp()
        if i % 5 == 0:
            level = torch.clamp(y * 2, min=0)
            model.level = nn.Parameter(level, requires_grad=False)
        (y.sum() + torch.clamp(-model.level, min=0).sum()).backward()
