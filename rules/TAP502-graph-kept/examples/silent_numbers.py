"""Numbers, and what was detached, have no history."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
total, moving, losses, hits = 0.0, torch.zeros(()), [], 0
for inputs in torch.randn(30, 4, 2):
    output = net(inputs)
    loss = output.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.item()
    moving = moving + loss.detach()
    hits += (output > 0).sum()
    losses.append(float(loss.detach()))
    losses.append(loss.data)  # tapelint: ignore[data-read]
print(total, moving, hits, len(losses))
