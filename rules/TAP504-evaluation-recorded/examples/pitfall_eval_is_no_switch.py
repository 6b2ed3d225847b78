"""`eval()` switches the layers; autograd records all the same."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.features(x).relu())


def train(net, optimizer, batches):
    net.train()
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()


def test(net, batches):
    net.eval()
    hits = 0
    for x, y in batches:
        scores = net(x)  # expect: TAP504 likely
        assert scores.grad_fn is not None
        hits += (scores.argmax(1) == y).sum().item()
    return hits


data = [(torch.randn(8, 4), torch.randint(3, (8,))) for _ in range(2)]
model = Net()
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(2):
    train(model, optimizer, data)
    test(model, data)
