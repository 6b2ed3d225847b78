import itertools
from functools import reduce

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]
target = torch.randn(4)


def case_zip_star_ok():
    batch = []
    for x in data:
        batch.append((x, net(x), 1.0))
    xs, values, rewards = zip(*batch)
    r = torch.tensor(rewards)
    (torch.cat(values) * r).mean().backward()


def case_map_item_ok():
    losses = [net(x) for x in data]
    kept = torch.tensor(list(map(lambda l: l.item(), losses)))
    sum(losses).backward()


def case_map_float_ok():
    losses = [net(x) for x in data]
    kept = torch.tensor(list(map(float, losses)))
    sum(losses).backward()


def case_map_methodcaller_ok():
    from operator import methodcaller
    losses = [net(x) for x in data]
    kept = torch.tensor(list(map(methodcaller("item"), losses)))
    sum(losses).backward()


def case_zip_second_ok():
    pairs = zip([net(x) for x in data], [1.0, 2.0, 3.0, 4.0])
    rows = [(a, b) for a, b in pairs]
    (torch.cat([a for a, b in rows]) * torch.tensor([b for a, b in rows])).sum().backward()


def case_enumerate_index_ok():
    idx = []
    outs = []
    for i, (x, y) in enumerate(zip(data, target)):
        idx.append(i)
        outs.append(net(x))
    (torch.cat(outs) * torch.tensor(idx)).mean().backward()


def case_accumulate_numbers_ok():
    a = list(itertools.accumulate([1.0, 2.0, 3.0, 4.0], lambda s, r: r + 0.9 * s))
    (torch.cat([net(x) for x in data]) * torch.tensor(a)).sum().backward()


def case_reduce_ok():
    a = [net(x) for x in data]
    total = reduce(lambda p, q: p + q, a)
    total.backward()


def case_sum_item_ok():
    a = [net(x) for x in data]
    mean = torch.tensor(sum(l.item() for l in a) / len(a))
    sum(a).backward()


def case_any_all_min_ok():
    losses = [net(x) for x in data]
    if any(torch.isnan(l) for l in losses) or min(losses) < -100:
        raise ValueError
    sum(losses).backward()
