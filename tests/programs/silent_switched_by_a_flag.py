import torch


def fill(flag):
    w = torch.zeros(3, requires_grad=True)
    with torch.set_grad_enabled(flag):
        w.add_(1)
    return w
