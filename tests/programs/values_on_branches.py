from dataclasses import dataclass
from typing import Any

import torch
import torch.nn as nn
from torch import Tensor

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_walrus():
    losses = []
    for x in data:
        if (l := net(x)).item() > -100:
            losses.append(l)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_walrus_comp():
    torch.tensor([l for x in data if (l := net(x)).item() > -100]).mean().backward()  # expect: TAP101


def case_try_finally():
    losses = []
    try:
        for x in data:
            losses.append(net(x))
    finally:
        done = True
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_try_return_finally():
    def step(x):
        try:
            return net(x)
        finally:
            pass
    torch.tensor([step(x) for x in data]).mean().backward()  # expect: TAP101


def case_try_except_value():
    losses = []
    for x in data:
        try:
            losses.append(net(x))
        except ValueError:
            losses.append(0.0)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_match_value():
    mode = "mean"
    losses = [net(x) for x in data]
    match mode:
        case "mean":
            loss = torch.tensor(losses).mean()  # expect: TAP101
        case _:
            loss = torch.stack(losses).sum()
    loss.backward()


def case_match_capture():
    match [net(x) for x in data]:
        case [first, *rest]:
            torch.tensor(rest).mean().backward()  # expect: TAP101


def case_match_capture_tuple_bad():
    match (net(data[0]), 2.0):
        case (a, b):
            torch.tensor([a]).sum().backward()  # expect: TAP101


def case_match_dict():
    match {"loss": net(data[0]), "n": 2.0}:
        case {"loss": l, "n": n}:
            torch.tensor([l]).sum().backward()  # expect: TAP101


def case_match_class():
    @dataclass
    class Step:
        loss: Any
        n: float
    match Step(net(data[0]), 2.0):
        case Step(loss=l, n=n):
            torch.tensor([l]).sum().backward()  # expect: TAP101


def case_match_as():
    match net(data[0]):
        case torch.Tensor() as l:
            torch.tensor([l]).sum().backward()  # expect: TAP101


def case_conditional_expr():
    l = net(data[0]) if len(data) > 2 else 0.0
    torch.tensor([l]).sum().backward()  # expect: TAP101


def case_bool_or():
    l = None or net(data[0])
    torch.tensor([l]).sum().backward()  # expect: TAP101
