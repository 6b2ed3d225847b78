import torch
import torch.nn.functional as F


def fgsm(model, x, y, eps):
    x = x.clone().detach().requires_grad_(True)
    F.cross_entropy(model(x), y).backward()
    adv = x + eps * x.grad.sign()
    return adv.detach()


def pgd(model, x, y, eps, steps=3):
    delta = torch.zeros_like(x).uniform_(-eps, eps)
    for _ in range(steps):
        delta.requires_grad_()
        loss = F.cross_entropy(model(x + delta), y)
        (grad,) = torch.autograd.grad(loss, delta)
        with torch.no_grad():
            delta = (delta + eps / 2 * grad.sign()).clamp(-eps, eps)
    return (x + delta).detach()


ATTACKS = {"fgsm": fgsm, "pgd": pgd}
