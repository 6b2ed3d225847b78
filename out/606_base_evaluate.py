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

class Base:
    def evaluate(self, val):
        self.net.eval()
        with torch.no_grad():
            return [self.net(a) for a, b in val]
class Trainer(Base):
    def __init__(self, net, lr):
        self.net = net
        self.opt = torch.optim.SGD(net.parameters(), lr)
    def fit(self, loader, val):
        self.net.train()
        for e in range(10):
            for x, y in loader:
                self.opt.zero_grad()
                F.mse_loss(self.net(x), y).backward()
                self.opt.step()
            self.evaluate(val)
