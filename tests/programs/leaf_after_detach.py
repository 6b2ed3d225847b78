import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, act):
        super().__init__()
        if act[0] is not None:
            self.act = act[0]

    def forward(self, x):
        part = x.narrow(-1, self.start, 3)
        if self.act is not None:
            part = self.act(part) * self.scale
        return part


def compared(grad):
    gate = Gate([torch.nn.functional.silu])
    x = torch.randn(3, requires_grad=True)
    again = x.detach().clone().requires_grad_(True)
    gate(again).backward(grad)


def cut(flag):
    x = torch.randn(3, requires_grad=True)
    loss = x.exp().sum()
    if flag:
        loss = loss.detach()
    loss.backward()  # expect: TAP104
