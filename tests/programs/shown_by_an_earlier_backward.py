"""What a backward has shown to be recorded stays so: a later one that passes it again raises."""

import torch
import torch.nn.functional as F
from torch import Tensor


def running_sum(model, tasks):
    total = torch.tensor(0.0)
    for x, y in tasks:
        logits = model(x)
        total += F.cross_entropy(logits, y)
        total.backward()  # expect: TAP501 likely


def running_mean(model, tasks):
    running = 0.0
    for x, y in tasks:
        loss = F.cross_entropy(model(x), y)
        running = 0.9 * running + 0.1 * loss
        running.backward()  # expect: TAP501 likely


def beside_another(model, x, y):
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    (model(x) + loss).mean().backward()  # expect: TAP501 likely


def of_several(x: Tensor, y: Tensor):
    h, g = x.exp(), y.exp()
    h.add_(1)  # expect: TAP202 likely
    torch.autograd.backward([h.sum(), g.sum()])


def of_several_and_again(x: Tensor, y: Tensor):
    h, g = x.exp(), y.exp()
    torch.autograd.backward([h.sum(), g.sum()])
    g.mean().backward()  # expect: TAP501 likely


def asked_for_a_gradient(x: Tensor, y):
    h = (x * y).exp()
    h.add_(1)  # expect: TAP202 likely
    return torch.autograd.grad(h.sum(), x)


def asked_of_an_input(x: Tensor, y: Tensor):
    h, g = x.exp(), y.exp()
    h.add_(1)  # expect: TAP202 likely
    return torch.autograd.grad((h + g).sum(), x)


def asked_twice(x: Tensor):
    h = x.exp()
    torch.autograd.grad(h.sum(), x)
    torch.autograd.grad(h.mean(), x)  # expect: TAP501 likely
