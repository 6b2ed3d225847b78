"""Guards that ask for a history: what stands under them has none, also behind an early return."""

import torch


def accumulate(x: torch.Tensor, y: torch.Tensor):
    total = x.exp()
    if not x.requires_grad and not y.requires_grad:
        total.add_(y)
        total.mul_(y)
        return total
    return total + y


def guarded(w, x):
    h = (w * 1).sigmoid()
    if torch.is_grad_enabled():
        h = h * 2
    else:
        h.mul_(2)
    return h


w = torch.ones(3, requires_grad=True)


def anyof(*tensors):
    h = tensors[0].exp()
    if any(t.requires_grad for t in tensors):
        return h + 1
    h += 1
    return h


def leaf(p):
    p = torch.nn.Parameter(p)
    if p.is_leaf:
        return p + 1
    p.zero_()
    return p


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.zeros(3))

    def forward(self, x):
        h = torch.sigmoid(x * self.w)
        if torch.is_grad_enabled():
            return h * 2
        h *= 2
        return h

class M2(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.zeros(3))

    def forward(self, x):
        h = torch.sigmoid(x)
        if x.requires_grad:
            return h * 2
        h *= 2
        return h

class M3(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.zeros(3))

    def forward(self, x):
        h = torch.sigmoid(x)
        if x.requires_grad:
            h *= 2  # expect: TAP202 likely
        return h

class M4(torch.nn.Module):
    def forward(self, x, y):
        h = torch.sigmoid(x)
        if not x.requires_grad and not y.requires_grad:
            h *= 2
        return h

class M5(torch.nn.Module):
    def forward(self, x):
        h = torch.sigmoid(x)
        if not h.requires_grad:
            h *= 2
        return h

class M6(torch.nn.Module):
    def forward(self, x, y):
        h = torch.sigmoid(x)
        if any(t.requires_grad for t in (x, y)):
            return h
        h *= 2
        return h

class M7(torch.nn.Module):
    def forward(self, x):
        h = torch.sigmoid(x)
        if x.is_leaf:
            h *= 2
        return h
