"""What is frozen, or an optimiser that comes as an argument, does not make a late clipping right."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 1))
net[0].requires_grad_(False)
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 8, 4):
    sgd.zero_grad()
    net(x).pow(2).mean().backward()
    sgd.step()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # expect: TAP702


def train(model, optimizer, batches):
    for x in batches:
        model(x).pow(2).mean().backward()
        optimizer.step()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # expect: TAP702
        optimizer.zero_grad()


def train_right(model, optimizer, batches):
    for x in batches:
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


other = nn.Linear(4, 1)
adam = torch.optim.Adam(other.parameters())
train(other, adam, torch.randn(3, 8, 4))
train_right(other, adam, torch.randn(3, 8, 4))
