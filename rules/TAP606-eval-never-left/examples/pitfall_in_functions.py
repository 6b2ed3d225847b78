"""`validate` leaves the network in evaluation; `train` counts on the mode that it finds."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(self.features(x))


def train(model, optimizer, x):
    optimizer.zero_grad()
    model(x).pow(2).mean().backward()  # expect: TAP606
    optimizer.step()


def validate(model, x):
    model.eval()
    with torch.no_grad():
        return model(x).pow(2).mean().item()


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
means = []
for epoch in range(3):
    train(model, optimizer, torch.randn(6, 4))
    means.append(model.features[1].running_mean.clone())
    validate(model, torch.randn(6, 4))
assert torch.equal(means[0], means[2])
