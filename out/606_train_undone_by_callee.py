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

def evaluate(net, val):
    net.eval()
    with torch.no_grad():
        return sum(F.mse_loss(net(a), b).item() for a, b in val)
def fit(net, opt, loader, val, epochs):
    for e in range(epochs):
        net.train()
        print(evaluate(net, val))
        for x, y in loader:
            opt.zero_grad()
            F.mse_loss(net(x), y).backward()
            opt.step()
