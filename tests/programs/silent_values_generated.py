
import torch
import torch.nn as nn
from torch import Tensor

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_generator_ok():
    def losses():
        for x in data:
            yield net(x)
    sum(losses()).backward()


def case_generator_pairs_ok():
    def steps():
        for x in data:
            yield net(x), 1.0
    logps, rewards = [], []
    for logp, r in steps():
        logps.append(logp)
        rewards.append(r)
    (torch.cat(logps) * torch.tensor(rewards)).mean().backward()


def case_generator_both_kinds_ok():
    def parts():
        yield net(data[0])
        yield 1.0
    first, second = parts()
    (first * torch.tensor([second])).sum().backward()


def case_generator_both_kinds_next_ok():
    def parts():
        yield net(data[0])
        yield 1.0
    g = parts()
    first = next(g)
    second = next(g)
    (first * torch.tensor([second])).sum().backward()


def case_generator_both_loop_ok():
    def parts():
        for x in data:
            yield "loss", net(x)
            yield "n", 1.0
    total = 0.0
    ns = []
    for kind, v in parts():
        if kind == "loss":
            total = total + v
        else:
            ns.append(v)
    (total * torch.tensor(ns)).sum().backward()


def case_generator_both_isinstance_ok():
    def parts():
        for x in data:
            yield net(x)
            yield 1.0
    total = 0.0
    ns = []
    for v in parts():
        if isinstance(v, torch.Tensor):
            total = total + v
        else:
            ns.append(v)
    (total * torch.tensor(ns)).sum().backward()


def case_generator_both_isinstance_float_ok():
    def parts():
        for x in data:
            yield net(x)
            yield 1.0
    total = 0.0
    ns = []
    for v in parts():
        if isinstance(v, float):
            ns.append(v)
        else:
            total = total + v
    (total * torch.tensor(ns)).sum().backward()


def case_contextmanager_ok():
    import contextlib
    @contextlib.contextmanager
    def tracked():
        losses = []
        yield losses
    with tracked() as losses:
        for x in data:
            losses.append(net(x))
    torch.stack(losses).mean().backward()
