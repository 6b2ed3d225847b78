"""The potential is set back at the start of each forward."""
# torch: runs
import torch
from torch import nn


class Leaky(nn.Module):
    def __init__(self, beta):
        super().__init__()
        self.beta = beta
        self.mem = torch.zeros(1)

    def reset(self):
        self.mem = torch.zeros(1)

    def forward(self, current):
        self.mem = torch.sigmoid(self.beta * self.mem + current)
        return self.mem


class Net(nn.Module):
    def __init__(self, num_steps=3):
        super().__init__()
        self.num_steps = num_steps
        self.fc = nn.Linear(2, 4)
        self.lif = Leaky(0.9)

    def forward(self, x):
        self.lif.reset()
        return torch.stack([self.lif(self.fc(x)) for _ in range(self.num_steps)])


net = Net()
optimizer = torch.optim.Adam(net.parameters())
for data in torch.randn(2, 3, 2):
    loss = net(data).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
