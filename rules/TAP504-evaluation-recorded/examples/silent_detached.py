"""What the network gives is detached at once: its graph is gone."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


val_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    train()
    for x in val_loader:
        prediction = model(x).detach()
        assert prediction.grad_fn is None
