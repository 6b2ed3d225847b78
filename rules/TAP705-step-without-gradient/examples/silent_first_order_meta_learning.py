"""A copy learns each task, and the way it has gone is the gradient of the original (Reptile)."""

# torch: runs
import torch
from torch import nn

import copy

net = nn.Linear(3, 1)
meta_optimizer = torch.optim.SGD(net.parameters(), lr=1.0)
for task in torch.randn(3, 8, 3):
    learner = copy.deepcopy(net)
    optimizer = torch.optim.SGD(learner.parameters(), lr=0.1)
    meta_optimizer.zero_grad()
    for _ in range(2):
        optimizer.zero_grad()
        learner(task).pow(2).mean().backward()
        optimizer.step()
    with torch.no_grad():
        for own, learnt in zip(net.parameters(), learner.parameters()):
            own.grad = own - learnt
    meta_optimizer.step()
