import torch
from torch import nn
import torch.nn.functional as F
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.ls = []
        self.fill()
        self.o = nn.Linear(4, 1)
    def fill(self):
        for _ in range(2):
            self.ls.append(nn.Linear(4, 4))
    def forward(self, x):
        return self.o(self.ls[0](x))
