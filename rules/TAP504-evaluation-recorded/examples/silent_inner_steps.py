"""Meta-learning takes steps in its evaluation."""

# torch: runs
import copy

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def adapted(net, x):
    net = copy.deepcopy(net)
    inner = torch.optim.SGD(net.parameters(), lr=0.1)
    net(x).pow(2).mean().backward()
    inner.step()
    return net


def evaluate(tasks):
    errors = []
    for support, query in tasks:
        net = adapted(model, support)
        errors.append(net(query).pow(2).mean().item())
    return errors


for epoch in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    evaluate(torch.randn(2, 2, 8, 4))
