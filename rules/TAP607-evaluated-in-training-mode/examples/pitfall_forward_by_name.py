"""`net.forward(x)` runs the same layers, and dropout is on."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Dropout(0.5), nn.Linear(32, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
for epoch in range(2):
    optimizer.zero_grad()
    net(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    with torch.no_grad():
        for test_batch in [torch.randn(8, 4)]:
            score = net.forward(test_batch).mean()  # expect: TAP607 likely
