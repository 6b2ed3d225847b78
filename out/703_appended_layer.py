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

class Prog(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4)])
    def grow(self):
        self.layers.append(nn.Linear(4, 4))
    def forward(self, x):
        for l in self.layers:
            x = l(x)
        return x
def train(loader):
    net = Prog()
    opt = torch.optim.SGD(net.parameters(), 0.1)
    for x, y in loader:
        net.grow()
        opt.zero_grad()
        F.mse_loss(net(x), y).backward()
        opt.step()
