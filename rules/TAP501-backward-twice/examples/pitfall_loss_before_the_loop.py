"""The loss of something unknown is computed once, and each round goes back through it."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import torch
from torch import nn

net = nn.Linear(2, 1)
engine = SimpleNamespace(compute=lambda batch: (net(batch) ** 2).mean())


def train(engine, batch, steps):
    loss, count = engine.compute(batch), 0
    for _ in range(steps):
        loss.backward()  # expect: TAP501 likely
        count += 1
    print(loss.item(), count)


with ThreadPoolExecutor(1) as pool:
    pool.submit(train, engine, torch.ones(1, 2), 3).result()
