"""The items of a list are made one by one: a change of one is not met behind another."""

import torch

w = torch.ones(2, requires_grad=True)


def three():
    results = [(w * i).exp() for i in range(3)]
    results[0].mul_(2)
    results[1].sum().backward()


def as_many_as_asked(n):
    buffers = [torch.zeros(2) for _ in range(n)]
    loss = (w * buffers[0]).sum()
    buffers[1].add_(1)
    loss.backward()


def each_in_turn(n):
    results = [(w * i).exp() for i in range(n)]
    for result in results:
        result.mul_(2)  # expect: TAP202
    torch.stack(results).sum().backward()


three()
as_many_as_asked(2)
