import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)
    def forward(self, x): return self.fc(x)
def f(net: Net, xs):
    torch.tensor([net(x) for x in xs]).sum().backward()  # expect: TAP101
    net.fc.weight.data.zero_()  # expect: TAP302
