import torch
from torch import nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.zeros(3))
        self.p = nn.Parameter(torch.zeros(3), requires_grad=False)
    def forward(self, x):
        self.b += 1
        self.b.mul_(2)
        self.p.mul_(2)
        return x + self.b
