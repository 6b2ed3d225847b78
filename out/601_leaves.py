import torch
from torch import nn
import torch.nn.functional as F
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.ls = [torch.zeros(4, requires_grad=True)]
        self.o = nn.Linear(4, 1)
    def fill(self):
        for _ in range(2):
            self.ls.append(nn.Linear(4, 4))
    def forward(self, x):
        return self.o(x + self.ls[0])
