
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_nested_list():
    losses = [[net(x), net(x)] for x in data]
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_nested_append():
    rows = []
    for x in data:
        row = []
        for k in range(3):
            row.append(net(x * k))
        rows.append(row)
    torch.tensor(rows).mean().backward()  # expect: TAP101


def case_list_of_tuples():
    pairs = []
    for x in data:
        pairs.append((net(x), 1.0))
    torch.tensor([p[0] for p in pairs]).mean().backward()  # expect: TAP101


def case_list_of_tuples_unpacked():
    pairs = []
    for x in data:
        pairs.append((net(x), 1.0))
    r = torch.tensor([b for a, b in pairs])
    torch.tensor([a for a, b in pairs]).mean().backward()  # expect: TAP101


def case_list_of_dicts():
    steps = []
    for x in data:
        steps.append({"logp": net(x), "rew": 1.0})
    r = torch.tensor([s["rew"] for s in steps])
    torch.tensor([s["logp"] for s in steps]).mean().backward()  # expect: TAP101


def case_list_zip_index():
    batch = [(x, net(x), 1.0) for x in data]
    cols = list(zip(*batch))
    r = torch.tensor(cols[2])
    torch.tensor(cols[1]).mean().backward()  # expect: TAP101


def case_starred_unpack():
    first, *rest = [net(x) for x in data]
    torch.tensor(rest).mean().backward()  # expect: TAP101


def case_starred_unpack_middle():
    a, *b, c = (1.0, net(data[0]), net(data[1]), 2.0)
    torch.tensor(b).sum().backward()  # expect: TAP101


def case_starred_literal():
    some = [net(x) for x in data]
    torch.tensor([1.0, *some]).mean().backward()  # expect: TAP101


def case_unpack_nested():
    rows = [((net(x), 1.0), 2.0) for x in data]
    torch.tensor([a for (a, b), c in rows]).mean().backward()  # expect: TAP101


def case_swap_bad():
    a, b = net(data[0]), 1.0
    a, b = b, a
    torch.tensor([b]).sum().backward()  # expect: TAP101


def case_two_lists_in_tuple_assign():
    logps, rewards = [], []
    for x in data:
        logps.append(net(x))
        rewards.append(1.0)
    torch.tensor(logps).mean().backward()  # expect: TAP101


def case_list_of_tensor():
    out = net(torch.stack(data)).squeeze()
    torch.tensor(list(out)).mean().backward()  # expect: TAP101
