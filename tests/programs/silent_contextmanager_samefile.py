import torch
from contextlib import contextmanager
@contextmanager
def evaluating(m):
    with torch.no_grad():
        yield m
net = torch.nn.Linear(2, 1)
with evaluating(net):
    net.weight.add_(1)
