"""After the change the forward is made again, and only its loss is backpropagated."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
x = torch.ones(1, 2)
before = net(x).mean()
with torch.no_grad():
    for parameter in net.parameters():
        parameter.mul_(0.5)
loss = net(x).mean()
loss.backward()
assert before.item() != loss.item()
