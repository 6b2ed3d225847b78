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

import copy
def train(net, opt, loader, val, score):
    best = 0
    for e in range(10):
        for x, y in loader:
            opt.zero_grad(); F.mse_loss(net(x), y).backward(); opt.step()
        s = score(net)
        if s > best:
            best = s
            weights = copy.copy(net.state_dict())
    net.load_state_dict(weights)
