"""A backward has shown that the loss has a history, whatever has given it."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import torch
from torch import nn

net = nn.Linear(2, 1)
engine = SimpleNamespace(compute=lambda batch: (net(batch) ** 2).mean())


def train(engine, batch):
    loss = engine.compute(batch)
    loss.backward()
    return loss.numpy()  # expect: TAP105 likely


with ThreadPoolExecutor(1) as pool:
    pool.submit(train, engine, torch.ones(1, 2)).result()
