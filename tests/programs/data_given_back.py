"""A tensor gets other numbers through ``.data`` for a while, and its own ones again."""
import torch
from torch import nn

w = torch.randn(3, requires_grad=True)
loss = w.pow(3).sum()
own = w.data
w.data = torch.zeros(3)  # expect: TAP302
with torch.no_grad():
    w.pow(2).sum()
w.data = own  # expect: TAP302
loss.backward()

own = w.data
w.data = torch.zeros(3)  # expect: TAP302
loss = w.pow(3).sum()
w.data = own  # expect: TAP301
loss.backward()

hidden = w * 2
own = hidden.data
hidden.data = torch.zeros(3)  # expect: TAP302
hidden.data = own  # expect: TAP302
hidden.sum().backward()


class Rounded(nn.Linear):
    def forward(self, x):
        full = self.weight.data
        self.weight.data = self.weight.data.round()  # expect: TAP302
        out = super().forward(x)
        self.weight.data = full  # expect: TAP302
        return out


net = nn.Sequential(Rounded(4, 4), Rounded(4, 2))
net(torch.randn(3, 4)).sum().backward()


def either(flag):
    w = torch.randn(3, requires_grad=True)
    loss = w.pow(3).sum()
    own = w.data
    w.data = torch.zeros(3)  # expect: TAP301
    if flag:
        w.data = own  # expect: TAP302
    loss.backward()
