"""Which inputs matter is told by a gradient."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


def evaluate_saliency(loader):
    maps = []
    for x in loader:
        x = x.clone().requires_grad_()
        score = model(x).sum()
        maps.append(torch.autograd.grad(score, x)[0].abs())
    return maps


for epoch in range(2):
    train()
    evaluate_saliency(torch.randn(2, 8, 4))
