"""The meter could be reset, and nobody does it in the loop."""

# torch: runs
import torch
from torch import nn

class Meter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.sum, self.count = 0.0, 0

    def update(self, value, n):
        self.sum += value * n  # expect: TAP502 likely
        self.count += n


net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = Meter()

for inputs in torch.randn(100, 4, 2):
    optimizer.zero_grad()
    loss = net(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.update(loss, len(inputs))
assert losses.sum.grad_fn is not None
