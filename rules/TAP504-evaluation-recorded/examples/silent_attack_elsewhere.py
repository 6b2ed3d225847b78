"""The function that attacks needs a graph of the network that is tested."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


def fast_gradient(x):
    x = x.clone().requires_grad_()
    loss = model(x).pow(2).mean()
    (gradient,) = torch.autograd.grad(loss, x)
    return (x + 0.1 * gradient.sign()).detach()


def evaluate_robustness(loader):
    total = 0.0
    for x in loader:
        with torch.no_grad():
            before = model(x).mean().item()
        total += before - model(fast_gradient(x)).detach().mean().item()
    return total


for epoch in range(2):
    train()
    evaluate_robustness(torch.randn(2, 8, 4))
