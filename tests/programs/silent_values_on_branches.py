from dataclasses import dataclass
from typing import Any

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_walrus_ok():
    ns = [n for x in data if (n := x[0].item()) > -100]
    (net(data[0]) * torch.tensor(ns)).sum().backward()


def case_try_except_ok():
    ns = []
    for x in data:
        try:
            n = x[0].item()
        except ValueError:
            n = 0.0
        ns.append(n)
    (net(data[0]) * torch.tensor(ns)).sum().backward()


def case_match_capture_tuple():
    match (net(data[0]), 2.0):
        case (a, b):
            (a * torch.tensor([b])).sum().backward()


def case_match_class_positional_ok():
    @dataclass
    class Step:
        loss: Any
        n: float
    match Step(net(data[0]), 2.0):
        case Step(l, n):
            (l * torch.tensor([n])).sum().backward()
