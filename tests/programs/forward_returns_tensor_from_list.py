import torch
from torch import nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 1)
    def forward(self, xs):
        out = []
        for x in xs:
            out.append(self.l(x))
        return torch.tensor(out)  # expect: TAP101 likely
class N(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 1)
    def forward(self, xs):
        return torch.stack([self.l(x) for x in xs])
