"""An attack in the test runs a backward to the inputs."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


def test_against_attacks(loader):
    for x in loader:
        x = x.clone().requires_grad_()
        loss = model(x).pow(2).mean()
        loss.backward()
        attacked = x + 0.1 * x.grad.sign()
        robust = model(attacked).mean().item()


for epoch in range(2):
    train()
    test_against_attacks(torch.randn(2, 8, 4))
