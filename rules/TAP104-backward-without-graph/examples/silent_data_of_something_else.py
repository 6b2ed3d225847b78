"""The ``data`` of an object that is no tensor may be a loss with its history."""

# torch: runs
from types import SimpleNamespace

import torch
from torch import nn

net = nn.Linear(2, 1)
engine = SimpleNamespace(compute=lambda batch: (net(batch) ** 2).mean())


def train(engine, batch):
    loss = engine.compute(batch)
    loss.backward()
    result = SimpleNamespace(data=engine.compute(batch))
    return result


def of_an_object(result):
    result.data.backward()


result = train(engine, torch.ones(1, 2))
of_an_object(result)
