"""One loop for all phases: who calls it without recording does not go where the backward is."""

import enum

import torch
from torch import nn


class Phase(enum.Enum):
    TRAIN = (0,)
    VAL = (1,)


def make_loop(net: nn.Linear, optimizer):
    def loop(phase, batches):
        for x in batches:
            loss = net(x).sum()
            if phase == Phase.TRAIN:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()

    return loop


def run(batches):
    net = nn.Linear(3, 3)
    loop = make_loop(net, torch.optim.SGD(net.parameters(), lr=0.1))
    loop(Phase.TRAIN, batches)
    with torch.no_grad():
        loop(Phase.VAL, batches)


def wrong(net: nn.Linear, x, flag):
    with torch.no_grad():
        loss = net(x).sum()
    if flag:
        loss.backward()  # expect: TAP104


def step(net, x):
    net(x).sum().backward()  # expect: TAP104


def evaluated(x):
    net = nn.Linear(3, 3)
    with torch.no_grad():
        step(net, x)
