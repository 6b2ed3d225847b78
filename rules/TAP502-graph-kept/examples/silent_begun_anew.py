"""The sum and the list are begun anew in the loop."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
running, recent = 0.0, []
for at, inputs in enumerate(torch.randn(30, 4, 2)):
    parts = 0.0
    for part in inputs:
        parts = parts + net(part).pow(2).mean()
    optimizer.zero_grad()
    parts.backward()
    optimizer.step()
    running += parts
    recent.append(parts)
    if at % 10 == 9:
        print(running / 10)
        running = 0.0
        recent.clear()
