"""Changes through ``.data`` that go a way round: a view, another name, a branch, ``out=``."""
import math

import torch
from torch import nn

layer = nn.Linear(2, 3)
other = nn.Linear(2, 3)
flag = len(layer.bias) > 5


def bias_of_detector(detector):
    for m in detector.m:
        b = m.bias.view(3, -1)
        b.data[:, 4] += math.log(8)  # expect: TAP302
        b.data[:, 5:].fill_(0.1)  # expect: TAP302
        rows = m.anchors.view(3, -1)
        rows.data[0] = 1.0  # expect: TAP302


def first_row(table):
    table.data[0].zero_()  # expect: TAP302 likely
    table.weight.data[0].zero_()  # expect: TAP302


def pretrained(m, vectors):
    e = m.weight.data
    e[0].copy_(vectors[0])  # expect: TAP302
    e[1] = vectors[1]  # expect: TAP302
    bias = m.bias
    bias.data[0] = 0.0  # expect: TAP302
    torch.arange(3.0, out=m.bias.data)  # expect: TAP302


def of_either(m, flag):
    if flag:
        w = m.weight.data
    else:
        w = m.bias.data
    w.zero_()  # expect: TAP302


def step_of_half(parameters, half, update):
    for p in parameters:
        w = p.data
        if half:
            w = w.float()
        w.add_(update)  # expect: TAP302
        if half:
            p.data.copy_(w)  # expect: TAP302


class Optimizer(torch.optim.Optimizer):
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                w = p.data
                if w.dtype == torch.float16:
                    w = w.float()
                w.add_(p.grad, alpha=-group["lr"])  # expect: TAP302


def merge(m, deltas):
    merged = m.weight.data
    for delta in deltas:
        merged = merged.index_copy(0, delta.index, delta.values)
    m.weight.data = merged  # expect: TAP302 likely


w = layer.weight.data if flag else layer.bias.data
w.zero_()  # expect: TAP302
if flag:
    w = layer.weight
else:
    w = layer.bias
w.zero_()  # expect: TAP201
b = layer.bias.view(3, -1)
b.data[:, 0] += 1  # expect: TAP302
b[:, 0] += 1  # expect: TAP201
torch.arange(3.0, out=layer.bias)  # expect: TAP201
torch.cat([torch.ones(1), torch.ones(2)], out=layer.bias)  # expect: TAP201
torch.ones(3, out=layer.bias.data)  # expect: TAP302
for p, q in zip(layer.parameters(), other.parameters()):
    p.data[:] = q  # expect: TAP302
for (_, p), (_, q) in zip(layer.named_parameters(), other.named_parameters()):
    p[:] = q  # expect: TAP201
