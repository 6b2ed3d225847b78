from collections import deque

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_list_literal_ok():
    losses = [net(data[0]), net(data[1])]
    torch.stack(losses).mean().backward()


def case_mixed_numbers_ok():
    losses = [0.5, net(data[0]), 2]
    sum(losses).mean().backward()


def case_deque_ok():
    losses = deque(maxlen=10)
    for x in data:
        loss = net(x).sum()
        loss.backward()
        losses.append(loss.item())
    print(torch.tensor(losses).mean())


def case_insert_numbers_ok():
    returns = []
    R = 0.0
    for x in data:
        R = 1.0 + 0.9 * R
        returns.insert(0, R)
    (torch.cat([net(x) for x in data]) * torch.tensor(returns)).sum().backward()


def case_slice_of_mixed_ok():
    mixed = [net(data[0]), 1.0, 2.0]
    kept = torch.tensor(mixed[1:])
    (mixed[0] * kept).sum().backward()


def case_negative_index_ok():
    mixed = [net(data[0]), 1.0, 2.0]
    kept = torch.tensor([mixed[-1], mixed[-2]])
    (mixed[0] * kept).sum().backward()


def case_tensor_tolist_ok():
    out = net(torch.stack(data)).squeeze()
    kept = torch.tensor(out.tolist())
    (out * kept).mean().backward()
