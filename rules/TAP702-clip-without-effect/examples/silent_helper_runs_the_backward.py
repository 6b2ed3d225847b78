"""A helper that is not known is given the loss: it may run the backward."""

# torch: runs
import torch
from torch import nn

step = getattr(torch.Tensor, "back" + "ward")
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = net(torch.ones(1, 2)).pow(2).mean()
    step(loss)
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
