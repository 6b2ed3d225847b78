"""`validate` counts on a mode that nobody sets: batch norm learns what it validates."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(self.features(x).relu())


def train(model, optimizer, batches):
    for x in batches:
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()


@torch.no_grad()
def validate(model, batches):
    total = 0.0
    for x in batches:
        total += model(x).pow(2).mean().item()  # expect: TAP607 likely
    return total / len(batches)


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
for epoch in range(2):
    train(net, optimizer, torch.randn(3, 8, 4))
    before = net.features[1].running_mean.clone()
    validate(net, torch.randn(2, 8, 4) + 5)
    assert not torch.equal(before, net.features[1].running_mean)
