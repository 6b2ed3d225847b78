"""A network decides for itself what a mode is: its statistics never change."""

# torch: runs
import torch
from torch import nn


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(self.norm(x))

    def train(self, mode=True):
        super().train(mode)
        self.norm.eval()
        return self


model = Frozen().train()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    optimizer.zero_grad()
    model(torch.randn(6, 4)).pow(2).mean().backward()
    optimizer.step()
    model.eval()
assert torch.equal(model.norm.running_mean, torch.zeros(4))
