"""Predictions for a table are detached in the line that computes them."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


for epoch in range(2):
    train()
test_features = torch.randn(5, 4)
predictions = model(test_features).squeeze(1).detach().numpy()
