from collections import deque

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_list_literal():
    losses = [net(data[0]), net(data[1])]
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_tuple_literal():
    losses = (net(data[0]), net(data[1]))
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_mixed_numbers():
    losses = [0.5, net(data[0]), 2]
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_set_literal():
    losses = {net(data[0]), net(data[1])}
    torch.tensor(list(losses)).mean().backward()  # expect: TAP101


def case_deque():
    losses = deque(maxlen=10)
    for x in data:
        losses.append(net(x))
    torch.tensor(list(losses)).mean().backward()  # expect: TAP101


def case_deque_left():
    losses = deque()
    for x in data:
        losses.appendleft(net(x))
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_extend():
    losses = []
    for x in data:
        losses.extend([net(x), net(-x)])
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_extend_gen():
    losses = []
    losses.extend(net(x) for x in data)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_insert():
    losses = []
    for x in data:
        losses.insert(0, net(x))
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_plus_equals():
    losses = []
    for x in data:
        losses += [net(x)]
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_plus_rebind():
    losses = []
    for x in data:
        losses = losses + [net(x)]
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_tuple_plus():
    losses = ()
    for x in data:
        losses += (net(x),)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_set_item_none():
    losses = [None] * 4
    for i, x in enumerate(data):
        losses[i] = net(x)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_set_item_zero():
    losses = [0.0 for _ in range(4)]
    for i, x in enumerate(data):
        losses[i] = net(x)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_slice_all():
    losses = [net(x) for x in data]
    torch.tensor(losses[:2]).mean().backward()  # expect: TAP101


def case_slice_append():
    losses = []
    for x in data:
        losses.append(net(x))
    torch.tensor(losses[1:]).mean().backward()  # expect: TAP101


def case_slice_mixed_bad():
    mixed = [1.0, 2.0, net(data[0])]
    torch.tensor(mixed[1:]).sum().backward()  # expect: TAP101


def case_list_call():
    losses = list(net(x) for x in data)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_tuple_call():
    losses = tuple(net(x) for x in data)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_reverse_method():
    losses = []
    for x in data:
        losses.append(net(x))
    losses.reverse()
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_sort_method():
    losses = [net(x) for x in data]
    losses.sort(key=lambda t: t.item())
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_pop_last():
    losses = [net(x) for x in data]
    l = losses.pop()
    torch.tensor([l]).backward()  # expect: TAP101


def case_pop_loop():
    losses = [net(x) for x in data]
    out = []
    while losses:
        out.append(losses.pop())
    torch.tensor(out).mean().backward()  # expect: TAP101


def case_while_loop():
    losses, i = [], 0
    while i < 4:
        losses.append(net(data[i]))
        i += 1
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_cond_append():
    losses = []
    for x in data:
        if x[0] > -100:
            losses.append(net(x))
        else:
            losses.append(0.0)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_mutable_alias():
    losses = []
    alias = losses
    for x in data:
        alias.append(net(x))
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_copy_list():
    losses = [net(x) for x in data]
    kept = losses.copy()
    torch.tensor(kept).mean().backward()  # expect: TAP101


def case_times_list():
    losses = [net(data[0])] * 3
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_tensor_iter():
    out = net(torch.stack(data)).squeeze()
    torch.tensor([v for v in out]).mean().backward()  # expect: TAP101


def case_unbind():
    out = net(torch.stack(data)).squeeze()
    torch.tensor(list(out.unbind())).mean().backward()  # expect: TAP101


def case_requires_grad_wrap():
    losses = [net(x) for x in data]
    torch.tensor(losses, requires_grad=True).mean().backward()  # expect: TAP101


def case_tap102_inline():
    a = torch.tensor([1.0, 2.0], requires_grad=True) * net(data[0])  # expect: TAP102
    a.sum().backward()
