
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_nested_ok():
    rows = []
    for x in data:
        row = []
        for k in range(3):
            row.append(net(x * k))
        rows.append(torch.cat(row))
    torch.stack(rows).mean().backward()


def case_list_of_tuples_other_ok():
    pairs = []
    for x in data:
        pairs.append((net(x), 1.0))
    r = torch.tensor([p[1] for p in pairs])
    (torch.cat([p[0] for p in pairs]) * r).mean().backward()


def case_list_of_dicts_ok():
    steps = []
    for x in data:
        steps.append({"logp": net(x), "rew": 1.0})
    r = torch.tensor([s["rew"] for s in steps])
    (torch.cat([s["logp"] for s in steps]) * r).mean().backward()


def case_starred_unpack_literal_ok():
    first, *rest = [net(data[0]), 1.0, 2.0]
    (first * torch.tensor(rest)).sum().backward()


def case_starred_unpack_ends_ok():
    a, *b, c = (1.0, net(data[0]), net(data[1]), 2.0)
    (torch.tensor([a, c]) * torch.cat(b)).sum().backward()


def case_unpack_nested_ok():
    rows = [((net(x), 1.0), 2.0) for x in data]
    (torch.cat([a for (a, b), c in rows]) * torch.tensor([b * c for (a, b), c in rows])).mean().backward()


def case_swap_ok():
    a, b = net(data[0]), 1.0
    a, b = b, a
    (b * torch.tensor([a])).sum().backward()
