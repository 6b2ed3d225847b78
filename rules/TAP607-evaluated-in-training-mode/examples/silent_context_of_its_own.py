"""A context of the project switches the network, and switches it back."""

# torch: runs
from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def evaluating(net):
    was_training = net.training
    net.eval()
    try:
        yield net
    finally:
        net.train(was_training)


model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    with evaluating(model), torch.no_grad():
        for x in torch.randn(2, 8, 4):
            val_loss = model(x).pow(2).mean()
            assert not model.training
    assert model.training
