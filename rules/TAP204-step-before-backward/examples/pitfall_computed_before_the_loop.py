"""Features computed once, before the loop, are backpropagated again after each round's step."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

encoder = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
head = nn.Linear(2, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
features = encoder(torch.randn(4, 2))
targets = torch.zeros(4, 1)

for epoch in range(3):
    optimizer.zero_grad()
    loss = (head(features) - targets).pow(2).mean()
    loss.backward(retain_graph=True)
    optimizer.step()  # expect: TAP204
