import itertools
from functools import reduce

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]
target = torch.randn(4)


def case_zip_star():
    batch = []
    for x in data:
        batch.append((x, net(x), 1.0))
    xs, values, rewards = zip(*batch)
    r = torch.tensor(rewards)
    torch.tensor(values).mean().backward()  # expect: TAP101


def case_zip_star_map_list():
    batch = [(x, net(x), 1.0) for x in data]
    xs, values, rewards = map(list, zip(*batch))
    r = torch.tensor(rewards)
    torch.tensor(values).mean().backward()  # expect: TAP101


def case_zip_star_comp():
    batch = [(x, net(x), 1.0) for x in data]
    xs, values, rewards = [list(c) for c in zip(*batch)]
    r = torch.tensor(rewards)
    torch.tensor(values).mean().backward()  # expect: TAP101


def case_list_map():
    losses = list(map(net, data))
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_list_map_lambda():
    losses = list(map(lambda x: net(x) ** 2, data))
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_sorted():
    losses = [net(x) for x in data]
    torch.tensor(sorted(losses)).mean().backward()  # expect: TAP101


def case_reversed():
    losses = [net(x) for x in data]
    torch.tensor(list(reversed(losses))).mean().backward()  # expect: TAP101


def case_reversed_slice():
    losses = [net(x) for x in data]
    torch.tensor(losses[::-1]).mean().backward()  # expect: TAP101


def case_filter():
    losses = [net(x) for x in data]
    torch.tensor(list(filter(lambda l: l.item() > -100, losses))).mean().backward()  # expect: TAP101


def case_filter_none():
    losses = [None, net(data[0]), net(data[1])]
    torch.tensor([l for l in losses if l is not None]).mean().backward()  # expect: TAP101


def case_zip_pairs():
    losses = [a * b for a, b in zip([net(x) for x in data], target)]
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_enumerate_nested():
    losses = []
    for i, (x, y) in enumerate(zip(data, target)):
        losses.append((net(x) - y) ** 2)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_chain():
    a = [net(x) for x in data]
    torch.tensor(list(itertools.chain(a, [1.0]))).mean().backward()  # expect: TAP101


def case_chain_from_iterable():
    rows = [[net(x), net(x)] for x in data]
    torch.tensor(list(itertools.chain.from_iterable(rows))).mean().backward()  # expect: TAP101


def case_flatten_comp():
    rows = [[net(x), net(x)] for x in data]
    torch.tensor([l for row in rows for l in row]).mean().backward()  # expect: TAP101


def case_sum_of_lists():
    rows = [[net(x), net(x)] for x in data]
    torch.tensor(sum(rows, [])).mean().backward()  # expect: TAP101


def case_zip_longest():
    a = [net(x) for x in data]
    torch.tensor([l for l, _ in itertools.zip_longest(a, [1.0])]).mean().backward()  # expect: TAP101


def case_accumulate():
    a = [net(x) for x in data]
    torch.tensor(list(itertools.accumulate(a))).mean().backward()  # expect: TAP101


def case_islice():
    a = [net(x) for x in data]
    torch.tensor(list(itertools.islice(a, 2))).mean().backward()  # expect: TAP101


def case_starmap():
    a = list(itertools.starmap(lambda x, y: net(x) * y, zip(data, target)))
    torch.tensor(a).mean().backward()  # expect: TAP101


def case_product():
    a = [net(x) for x in data]
    torch.tensor([p * q for p, q in itertools.product(a, a)]).mean().backward()  # expect: TAP101


def case_repeat_cycle():
    a = [l for l, _ in zip(itertools.repeat(net(data[0])), range(3))]
    torch.tensor(a).mean().backward()  # expect: TAP101


def case_reduce():
    a = [net(x) for x in data]
    total = reduce(lambda p, q: p + q, a)
    torch.tensor([total]).backward()  # expect: TAP101


def case_reduce_init():
    a = [net(x) for x in data]
    total = reduce(lambda p, q: p + q, a, 0.0)
    torch.tensor([total]).backward()  # expect: TAP101


def case_sum_builtin():
    a = [net(x) for x in data]
    torch.tensor([sum(a)]).backward()  # expect: TAP101


def case_sum_start():
    a = [net(x) for x in data]
    torch.tensor([sum(a, 0.0) / len(a)]).backward()  # expect: TAP101


def case_sum_gen():
    torch.tensor([sum(net(x) for x in data)]).backward()  # expect: TAP101


def case_max_builtin():
    a = [net(x) for x in data]
    torch.tensor([max(a)]).backward()  # expect: TAP101


def case_chained_assign():
    a = b = []
    for x in data:
        a.append(net(x))
    torch.tensor(b).sum().backward()  # expect: TAP101
