"""What stands behind `and`, `or` and in a conditional expression may not happen at all."""

import torch


def certainly(flag):
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    z = y.mul_(2) if flag else y * 2  # expect: TAP202
    z.sum().backward()


def never_after_the_other():
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    y = y if y.requires_grad else y.mul_(2)
    total = y.sum()
    total.backward()


certainly(False)
never_after_the_other()
