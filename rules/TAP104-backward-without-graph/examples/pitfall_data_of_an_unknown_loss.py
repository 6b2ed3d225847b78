"""Of a loss of which nothing is known, ``.data`` has no history for sure."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import torch
from torch import nn

net = nn.Linear(2, 1)
engine = SimpleNamespace(compute=lambda batch: ((net(batch) ** 2).mean(), {}))


def train(engine, batch):
    loss, numbers = engine.compute(batch)
    loss = loss.data
    loss.backward()  # expect: TAP104 likely
    return numbers


with ThreadPoolExecutor(1) as pool:
    pool.submit(train, engine, torch.ones(1, 2)).result()
