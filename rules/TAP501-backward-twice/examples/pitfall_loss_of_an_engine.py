"""Nothing is known of the loss, but that a backward starts at it."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import torch
from torch import nn

net = nn.Linear(2, 1)
engine = SimpleNamespace(compute=lambda batch: (net(batch) ** 2).mean())


def train(engine, batch):
    loss = engine.compute(batch)
    loss.backward()
    loss.backward()  # expect: TAP501 likely


with ThreadPoolExecutor(1) as pool:
    pool.submit(train, engine, torch.ones(1, 2)).result()
