"""The list for the plot holds what is left of the graph of every step."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for inputs in torch.randn(30, 4, 2):
    optimizer.zero_grad()
    loss = net(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss)  # expect: TAP502 likely
assert all(each.grad_fn is not None for each in losses)
