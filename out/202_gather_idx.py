import torch
from torch import nn
import torch.nn.functional as F
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.d = nn.Dropout()
        self.b = nn.Linear(4, 1)
    def forward(self, x):
        return self.b(self.d(self.a(x)))

def f():
    w = torch.ones(4, requires_grad=True)
    i = torch.zeros(2, dtype=torch.long)
    y = w.gather(0, i)
    i += 1
    y.sum().backward()
