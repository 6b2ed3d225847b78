"""One backward of the sum passes through the shared features once."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
classify, regress = nn.Linear(3, 2), nn.Linear(3, 1)
feat = net(torch.randn(4, 2))
loss_a = classify(feat).logsumexp(-1).mean()
loss_b = regress(feat).pow(2).mean()
(loss_a + loss_b).backward()
assert net[0].weight.grad is not None and regress.weight.grad is not None
