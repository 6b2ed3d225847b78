"""Every second epoch is validated; batch norm takes part."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 6), nn.BatchNorm1d(6), nn.ReLU(), nn.Linear(6, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
validation_set = torch.randn(4, 8, 3)
for epoch in range(4):
    optimizer.zero_grad()
    net(torch.randn(8, 3)).pow(2).mean().backward()
    optimizer.step()
    if epoch % 2 == 0:
        seen = int(net[1].num_batches_tracked)
        with torch.no_grad():
            scores = []
            for batch in validation_set:
                scores.append(net(batch).mean())  # expect: TAP607 likely
        assert int(net[1].num_batches_tracked) == seen + 4
