"""A copy of a tensor lies where that lay: a move after it moves nothing."""

import torch


def attack(net, x, device):
    x_adv = x.detach().clone().requires_grad_(True).to(device)
    net(x_adv).sum().backward()
    return x_adv.grad.sign()


def noise(net, x, device):
    eps = torch.rand_like(x, requires_grad=True).to(device)
    net(x + eps).sum().backward()
    return eps.grad
