"""Nothing is clipped: clamp gives another tensor, and the gradient stays as it was."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.tensor([[100.0, -100.0]])).sum()
loss.backward()
for parameter in net.parameters():
    parameter.grad.clamp(-1.0, 1.0)  # expect: TAP107
    parameter.grad.data.clamp(-1.0, 1.0)  # expect: TAP107, TAP303
assert net.weight.grad.abs().max() == 100.0
optimizer.step()
