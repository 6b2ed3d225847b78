"""An operand of a change in place brings its history, be it given by place or by name."""

import torch

index = torch.randint(0, 6, (2, 4))


def scattered(weight):
    out = torch.zeros(2, 6)
    out.scatter_(dim=1, index=index, src=weight)
    out.mean().backward()


def added(weight):
    out = torch.zeros(2, 4)
    out.add_(other=weight)
    out.sum().backward()


def of_numbers(weight):
    out = torch.zeros(2, 4)
    out.add_(other=weight.detach())
    out.sum().backward()  # expect: TAP104


w = torch.rand(2, 4, requires_grad=True)
scattered(w)
added(w)
of_numbers(w)
