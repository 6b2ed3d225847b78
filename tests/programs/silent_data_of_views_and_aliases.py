"""Data that is no tensor's, copies, and changes under ``no_grad``."""
import numpy as np
import torch
from torch import nn

layer = nn.Linear(2, 3)
other = nn.Linear(2, 3)


def boxes(batch, box):
    batch.data[0] = 1
    batch.data[0] += 1
    batch.data["mask"].zero_()
    batch.data.view(np.uint8)[0] = 1
    batch.data[0].append(box)
    part = batch.data[0]
    part[1] = 2
    rows = batch.view("rows")
    rows.data[0] = 1


def same_memory(m):
    w = m.weight.data
    w = w.view(-1)
    m.weight.data = w


class Buffer:
    def __init__(self):
        self.data = [torch.zeros(3) for _ in range(4)]

    def clear(self):
        self.data[0].zero_()


def copies(m, flag):
    w = m.weight.data
    w = w.clone()
    w.add_(1)
    w = m.weight.data.float()
    w.add_(1)
    if flag:
        w = layer.weight.data
    else:
        w = layer.weight.clone()
    if not flag:
        w.zero_()


with torch.no_grad():
    b = layer.bias.view(3, -1)
    b[:, 0] += 1
    torch.arange(3.0, out=layer.bias)
    for p, q in zip(layer.parameters(), other.parameters()):
        p[:] = q
    w = layer.weight if b.sum() > 0 else layer.bias
    w.zero_()
numbers = torch.empty(3)
torch.arange(3.0, out=numbers)
torch.arange(3.0, out=layer.bias.detach().clone())
