"""An argument says whether the function trains."""

# torch: runs
import torch
from torch import nn


def evaluate(model, batches, training=False):
    model.train(training)
    with torch.no_grad():
        return [model(x).mean() for x in batches]


net = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    net.train()
    optimizer.zero_grad()
    net(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    evaluate(net, torch.randn(2, 8, 4))
    assert not net.training
