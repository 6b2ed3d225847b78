"""What an earlier backward has shown, where a later one does not pass it, or need not."""

import torch
import torch.nn.functional as F
from torch import Tensor


def logged(model, tasks):
    total = 0.0
    for x, y in tasks:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        total += loss
    return total


def detached(model, tasks):
    running = 0.0
    for x, y in tasks:
        loss = F.cross_entropy(model(x), y)
        running = 0.9 * running + 0.1 * loss
        running.backward()
        running = running.detach()


def through_something_unknown(model, x, y, surrogate):
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    surrogate(loss).backward()


def every_few(model, tasks, every):
    total = 0.0
    for at, (x, y) in enumerate(tasks):
        total = total + F.cross_entropy(model(x), y)
        if at % every == 0:
            total.backward()
            total = 0.0


def of_one_of_several(x: Tensor, y: Tensor):
    h, g = x.exp(), y.exp()
    h.add_(1)
    (h + g).sum().backward()


def need_not_be_used(x: Tensor, y: Tensor):
    h, g = x.exp(), y.exp()
    h.add_(1)
    return torch.autograd.grad((h + g).sum(), x, allow_unused=True)


def asked_of_another_input(x: Tensor, y: Tensor):
    h, g = x.exp(), y.exp()
    h.add_(1)
    return torch.autograd.grad((h + g).sum(), y)
