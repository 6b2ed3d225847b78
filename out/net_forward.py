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

def train(loader):
    net = Net()
    opt = torch.optim.SGD(net.parameters(), 0.1)
    for x, y in loader:
        F.mse_loss(net.forward(x), y).backward()
        opt.step()
