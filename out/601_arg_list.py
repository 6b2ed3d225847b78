import torch
from torch import nn
import torch.nn.functional as F
class M(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.ls = layers
        self.o = nn.Linear(4, 1)
    def fill(self):
        for _ in range(2):
            self.ls.append(nn.Linear(4, 4))
    def forward(self, x):
        return self.o(self.ls[0](x))

m = M([nn.Linear(4,4)])
