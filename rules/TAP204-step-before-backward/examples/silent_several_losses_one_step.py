"""Two backwards through one forward, both before the step."""

# torch: runs
import torch
from torch import nn

body = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
optimizer = torch.optim.Adam(body.parameters())
for x in torch.randn(2, 3, 2):
    out = body(x)
    first, second = out[:, 0].mean(), out[:, 1].pow(2).mean()
    optimizer.zero_grad()
    first.backward(retain_graph=True)
    second.backward()
    optimizer.step()
    print(first.item(), second.detach(), out.detach().mean())
