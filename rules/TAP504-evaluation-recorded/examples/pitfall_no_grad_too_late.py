"""`no_grad` stands around the metric, and not around the network."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
test_data = [(torch.randn(8, 4), torch.randint(3, (8,)))]
for epoch in range(2):
    optimizer.zero_grad()
    net(torch.randn(8, 4)).logsumexp(1).mean().backward()
    optimizer.step()
    for x, y in test_data:
        scores = net(x)  # expect: TAP504 likely
        with torch.no_grad():
            hits = (scores.argmax(1) == y).sum().item()
