"""Another value may bring the history that the backward needs: then nothing is sure."""

import torch
from torch import Tensor, nn


def another_argument(x: Tensor, weight: Tensor):
    h = x.exp()
    h.add_(1)
    (h * weight).sum().backward()


def another_that_is_not_known(x: Tensor, weight):
    h = x.exp()
    h.add_(1)
    (h * weight).sum().backward()


def in_place_of_another(x: Tensor, weight):
    h = x.exp()
    h.mul_(weight)
    h.sum().backward()


def of_a_module(x: Tensor):
    h = x.exp()
    h.add_(1)
    nn.Linear(3, 1)(h).sum().backward()


def of_a_module_that_is_not_known(x: Tensor, net: nn.Module):
    h = x.exp()
    h.add_(1)
    net(h).sum().backward()


def in_a_list(x: Tensor, others):
    h = x.exp()
    h.add_(1)
    torch.cat([h, *others]).sum().backward()


def on_another_path(x: Tensor, w: Tensor, flag):
    h = x.exp()
    h.add_(1)
    out = h if flag else w.exp()
    out.sum().backward()


def under_no_grad(x: Tensor):
    with torch.no_grad():
        h = x.exp()
    h.add_(1)
    h.requires_grad_()
    h.sum().backward()
    return h.grad


def made_a_leaf(x: Tensor):
    h = x.exp()
    h.add_(1)
    leaf = h.detach().requires_grad_()
    leaf.sum().backward()
    return leaf.grad


def given_to_someone(x: Tensor, scale):
    h = x.exp()
    h.add_(1)
    scale(h).sum().backward()


def guarded(x: Tensor):
    h = x.exp()
    if not x.requires_grad:
        h.add_(1)
    h.sum().backward()


def another_in_a_sum(x: Tensor, regulariser):
    h = x.exp()
    h.add_(1)
    loss = h.sum() + regulariser()
    loss.backward()


def twice_beside_another(x: Tensor, w: Tensor):
    h = x.exp()
    (h * w).sum().backward()
    (h + w).sum().backward()
