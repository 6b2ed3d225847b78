"""A gradient scaler's step calls the optimiser's step."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

net_g = nn.Linear(2, 2)
net_d = nn.Linear(2, 1)
opt_g = torch.optim.SGD(net_g.parameters(), lr=0.1)
opt_d = torch.optim.SGD(net_d.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)

fake = net_g(torch.ones(1, 2))
g_loss = -net_d(fake).mean()
d_loss = net_d(fake.detach()).pow(2).mean()
scaler.scale(d_loss).backward()
scaler.step(opt_d)  # expect: TAP204
scaler.scale(g_loss).backward()
scaler.step(opt_g)
scaler.update()
