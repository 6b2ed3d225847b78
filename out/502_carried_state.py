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
    rnn, head = nn.LSTM(4, 4), nn.Linear(4, 1)
    opt = torch.optim.SGD([*rnn.parameters(), *head.parameters()], 0.1)
    h = None
    for x, y in loader:
        opt.zero_grad()
        out, h = rnn(x, h)
        F.mse_loss(head(out), y).backward()
        opt.step()
