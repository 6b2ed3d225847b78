"""The features are meant to be frozen, and an optimiser trains them."""

# torch: runs
import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(2, 4), nn.ReLU())
        self.head = nn.Linear(4, 1)
        self.features.requires_grad = False  # expect: TAP603

    def forward(self, x):
        return self.head(self.features(x))


model = Classifier()
before = model.features[0].weight.clone()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.ones(3, 2)).sum().backward()
optimizer.step()
assert not torch.equal(before, model.features[0].weight)
