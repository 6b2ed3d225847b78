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

def make():
    net = Net()
    net.load_state_dict(torch.load('x'))
    return net
def main(x):
    net = make()
    with torch.no_grad():
        return predict(net, x)
def predict(net, x):
    return net(x).argmax(1)
