"""Two losses over the same features: the first backward frees the features' own graph."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
classify, regress = nn.Linear(3, 2), nn.Linear(3, 1)
feat = net(torch.randn(4, 2))
loss_a = classify(feat).logsumexp(-1).mean()
loss_b = regress(feat).pow(2).mean()
loss_a.backward()
loss_b.backward()  # expect: TAP501
