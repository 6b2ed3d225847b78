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

from collections import deque
class Meter:
    def __init__(self):
        self.sum = 0
    def update(self, v):
        self.sum += v
class Obj: pass
def train(loader):
    net = Net()
    opt = torch.optim.SGD(net.parameters(), 0.1)
    hist, dq, total, log, store, meter, obj = [], deque(), 0, {'l': 0}, {}, Meter(), Obj()
    obj.total = 0
    for i, (x, y) in enumerate(loader):
        opt.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        opt.step()
        hist.append({'loss': loss})
    print(hist, total, log, store, meter.sum)
