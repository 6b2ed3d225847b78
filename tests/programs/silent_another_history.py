"""Another value may bring the history that the backward needs: then nothing is sure."""

import torch
import torch.nn.functional as F
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


def by_hand(net, x: Tensor, y: Tensor):
    p = torch.softmax(x, dim=1)
    p[torch.arange(2), y] -= 1
    net.backward(p)


def in_arguments_of_unknown_number(x: Tensor, ws, options):
    h = x.exp()
    h.add_(1)
    torch.add(h, *ws).sum().backward()
    g = x.exp()
    g.add_(1)
    torch.add(g, **options).sum().backward()


def converted(x: Tensor, w):
    h = x.exp()
    h.add_(1)
    (h * torch.as_tensor(w)).sum().backward()


def switched_perhaps(x: Tensor, train: bool):
    d = torch.tanh(x)
    d.requires_grad_(train)
    for _ in range(3):
        (d * 2).sum().backward()


BETA = 1.0


def learn():
    global BETA
    BETA = nn.Parameter(torch.ones(()))


def with_a_variable_of_the_file(x: Tensor):
    h = x.exp()
    h.add_(1)
    (h.sum() * BETA).backward()


def handed_to_a_hook(x: Tensor, hook):
    h = x.exp()
    h.add_(1)
    out = {"loss": h.sum()}
    hook(out)
    out["loss"].backward()


def a_prepared_target(model, criterion, loader):
    for image in loader:
        target = torch.sigmoid(image)
        target.mul_(255)
        loss = criterion(model(image), target)
        loss.backward()


def the_other_way_round(model, x):
    target = torch.sigmoid(x)
    target.mul_(255)
    F.mse_loss(target, model(x)).backward()


def a_loss_that_owns_the_network(model, x):
    x = x.sigmoid()
    x.mul_(2)
    loss = model.compute_loss(x)
    loss.backward()
