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

def train(x, y):
    net = Net()
    opt = torch.optim.LBFGS(net.parameters())
    def closure():
        loss = F.mse_loss(net(x), y)
        loss.backward()
        return loss
    for _ in range(10):
        opt.step(closure)
