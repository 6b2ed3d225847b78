"""Where a test tells which criterion it is, it is no other one."""

import torch
from torch import nn
import torch.nn.functional as F
def train(net, loader, criterion):
    for x, y in loader:
        if isinstance(criterion, nn.CrossEntropyLoss):
            out = net(x)
            loss = criterion(out, y)
        elif isinstance(criterion, nn.MSELoss):
            out = F.softmax(net(x))
            loss = criterion(out, y)
        else:
            raise ValueError(criterion)
        loss.backward()
def main(args, net, loader):
    if args.loss == "ce":
        criterion = nn.CrossEntropyLoss()
    else:
        criterion = nn.MSELoss()
    net = nn.Linear(3, 3)
    train(net, loader, criterion)
