"""The network ends with a softmax, and the criterion takes one as well."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 2))
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        return self.softmax(self.layers(x))


criterion = nn.CrossEntropyLoss()
out = Net()(torch.randn(3, 5))
loss = criterion(out, torch.tensor([0, 1, 0]))  # expect: TAP407
sure = criterion(torch.tensor([[1.0, 0.0]]), torch.tensor([0]))
assert sure > 0.3
