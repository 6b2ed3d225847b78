"""The function that evaluates the loss is a closure: the optimiser runs its backward."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


second = torch.optim.LBFGS(model.parameters())
data = torch.randn(8, 4)


def evaluate():
    second.zero_grad()
    loss = model(data).pow(2).mean()
    loss.backward()
    return loss


for epoch in range(2):
    train()
    second.step(evaluate)
