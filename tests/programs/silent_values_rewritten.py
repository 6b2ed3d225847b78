
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_rewritten_items_ok():
    values = [net(x) for x in data]
    loss = sum(values)
    for i, v in enumerate(values):
        values[i] = v.item()
    kept = torch.tensor(values)
    loss.backward()


def case_rewritten_range_ok():
    values = [net(x) for x in data]
    loss = sum(values)
    for i in range(len(values)):
        values[i] = values[i].item()
    kept = torch.tensor(values)
    loss.backward()


def case_rewritten_detach_ok():
    values = [net(x) for x in data]
    loss = sum(values)
    for i in range(len(values)):
        values[i] = values[i].detach()
    kept = torch.tensor(values)
    loss.backward()


def case_rewritten_two_items_ok():
    values = [net(data[0]), net(data[1])]
    loss = sum(values)
    for i in range(2):
        values[i] = values[i].item()
    kept = torch.tensor(values)
    loss.backward()


def case_rewritten_dict_ok():
    values = {str(i): net(x) for i, x in enumerate(data)}
    loss = sum(values.values())
    for k in values:
        values[k] = values[k].item()
    kept = torch.tensor(list(values.values()))
    loss.backward()


def case_rewritten_dict_items_ok():
    values = {}
    for i, x in enumerate(data):
        values[i] = net(x)
    loss = sum(values.values())
    for k, v in values.items():
        values[k] = v.item()
    kept = torch.tensor(list(values.values()))
    loss.backward()


def case_cleared_ok():
    losses = []
    for x in data:
        losses.append(net(x))
    sum(losses).backward()
    losses.clear()
    losses.append(1.0)
    kept = torch.tensor(losses)


def case_cleared_slice_ok():
    losses = [net(x) for x in data]
    sum(losses).backward()
    losses[:] = []
    kept = torch.tensor(losses + [2.0])


def case_rebind_numbers_ok():
    losses = [net(x) for x in data]
    sum(losses).backward()
    losses = [l.item() for l in losses]
    kept = torch.tensor(losses)


def case_slice_replaced_ok():
    losses = [net(x) for x in data]
    loss = sum(losses)
    losses[:] = [l.item() for l in losses]
    kept = torch.tensor(losses)
    loss.backward()
