"""`no_grad` is over before the loop begins."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
dev_set = torch.randn(2, 8, 4)
for epoch in range(2):
    optimizer.zero_grad()
    net(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    with torch.no_grad():
        size = sum(each.norm() for each in net.parameters())
    for x in dev_set:
        print(net(x).mean().item(), size)  # expect: TAP504 likely
