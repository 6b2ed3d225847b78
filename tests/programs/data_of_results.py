"""A result gets other numbers through ``.data``, and a backward goes back through what made it."""
import torch
import torch.nn.functional as F
from torch import nn

layer = nn.Linear(3, 3)
x = torch.ones(2, 3)

prediction = layer(x)
prediction.data.clamp_(0, 1)  # expect: TAP301
F.mse_loss(prediction, x).backward()

hidden = layer(x)
raw = hidden.data
raw[:, 0] = 0.0  # expect: TAP301
hidden.sum().backward()

hidden = layer(x)
hidden.data = torch.sign(hidden.detach())  # expect: TAP301
hidden.sum().backward()

hidden = layer(x)
row = hidden[0]
hidden.data.mul_(0.5)  # expect: TAP301
row.sum().backward()

hidden = layer(x)
hidden.data *= 0.5  # expect: TAP301
hidden.add_(1.0)
hidden.sum().backward()

scores = layer(x)
scores.data.masked_fill_(torch.tensor([True, False, False]), 0.5)  # expect: TAP301
torch.softmax(scores, 1)[0, 1].backward()

state = layer(x)
for _ in range(3):
    state = layer(state)
    state.data.clamp_(-1, 1)  # expect: TAP301
    state.sum().backward(retain_graph=True)


class Quantised(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        codes = self.layer(x)
        codes.data = codes.data.round()  # expect: TAP301 likely
        return codes


class Clipped(nn.Module):
    def forward(self, x):
        x.data.clamp_(-1, 1)  # expect: TAP301 likely
        return x * 2


def train(net, loader, criterion):
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    for batch, target in loader:
        prediction = net(batch)
        prediction.data.clamp_(0, 1)  # expect: TAP301 likely
        optimizer.zero_grad()
        criterion(prediction, target).backward()
        optimizer.step()


def either(flag):
    hidden = layer(x)
    if flag:
        hidden.data.zero_()  # expect: TAP301
    hidden.sum().backward()
