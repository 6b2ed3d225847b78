"""The meter is reset in each round of the loop, which lets the graph go."""

# torch: runs
import torch
from torch import nn

class Meter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.sum, self.count = 0.0, 0

    def update(self, value, n):
        self.sum += value * n
        self.count += n


net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = Meter()

for inputs in torch.randn(100, 4, 2):
    losses.reset()
    optimizer.zero_grad()
    loss = net(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.update(loss, len(inputs))
