"""Each backward has a loss of its own, or the first one keeps the graph."""

# torch: runs
from types import SimpleNamespace

import torch
from torch import nn

net = nn.Linear(2, 1)
engine = SimpleNamespace(
    compute=lambda batch: (net(batch) ** 2).mean(),
    losses=lambda batch: [(net(each) ** 2).mean() for each in batch],
)


def in_each_round(engine, batches):
    for batch in batches:
        loss = engine.compute(batch)
        loss.backward()


def of_a_list(engine, batches):
    for loss in engine.losses(batches):
        loss.backward()
    first_loss, second_loss = engine.losses(batches)
    first_loss.backward()
    second_loss.backward()


def kept(engine, batch):
    loss = engine.compute(batch)
    loss.backward(retain_graph=True)
    loss.backward()


def one_of_two(engine, batch, scale):
    loss = engine.compute(batch)
    if scale:
        loss.backward()
    else:
        (loss * 0.5).backward()


batches = [torch.ones(1, 2), torch.zeros(1, 2)]
in_each_round(engine, batches)
of_a_list(engine, batches)
kept(engine, batches[0])
one_of_two(engine, batches[0], scale=True)
