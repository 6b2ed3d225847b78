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

def f(cuda):
    x = torch.zeros(4, requires_grad=True)
    if cuda:
        x = x.cuda()
    opt = torch.optim.SGD([x], 0.1)
    for _ in range(10):
        opt.zero_grad()
        (x - 1).pow(2).sum().backward()
        opt.step()
