"""An attack computes a gradient in the evaluation: what is on is its choice."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
test_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    for x in test_loader:
        x = x.clone().requires_grad_()
        (gradient,) = torch.autograd.grad(model(x).mean(), x)
        robust = model(x.detach() + 0.1 * gradient.sign()).detach()
