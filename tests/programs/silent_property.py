import torch
from torch import nn
class A(nn.Module):
    def __init__(self):
        super().__init__()
        self._w = nn.Parameter(torch.ones(3))
    @property
    def w(self):
        return self._w.exp()
    @w.setter
    def w(self, value):
        self._w = nn.Parameter(value)
    def forward(self, x):
        self.w.mul_(2)
        y = self.w
        y += 1
        return y * x
