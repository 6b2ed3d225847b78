"""A ``try`` is silent only where it shows an error, and never for what is called there."""
import logging

import torch
from torch import nn

w = torch.ones(3, requires_grad=True)

try:
    w.zero_()
except RuntimeError as error:
    print(error)

try:
    w.zero_()
except RuntimeError as error:
    assert "leaf" in str(error)
    logging.info("as it should: %s", error)

try:
    w.zero_()
except RuntimeError:
    pass

try:
    w.zero_()  # expect: TAP201
except RuntimeError as error:
    if "out of memory" in str(error):
        torch.cuda.empty_cache()
    else:
        raise

try:
    w.zero_()  # expect: TAP201
except RuntimeError as error:
    print(error)
    raise

for _ in range(3):
    try:
        w.zero_()  # expect: TAP201
    except RuntimeError:
        print("again")
        continue


def step(scale):
    scale.exp_()  # expect: TAP201


try:
    step(w)
except RuntimeError as error:
    print(error)


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        gate = torch.sigmoid(self.layer(x))
        gate *= 0.5  # expect: TAP202
        return gate


def epoch(gate, batch):
    loss = gate(batch).sum()
    loss.backward()


try:
    epoch(Gate(), torch.ones(3))
except RuntimeError as error:
    print(error)
