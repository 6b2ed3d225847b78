"""backward(inputs=...) goes no further than the head, whose weights have not changed."""

# torch: runs
import torch
from torch import nn

body = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
head = nn.Linear(1, 1)
optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
of_head = torch.optim.SGD(head.parameters(), lr=0.1)
features = body(torch.ones(3, 2))
first, second = head(features).mean(), head(features).pow(2).mean()
first.backward()
optimizer.step()
second.backward(inputs=list(head.parameters()))
of_head.step()
