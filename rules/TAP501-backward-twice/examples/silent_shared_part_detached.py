"""The second loss takes a detached copy of the shared features."""

# torch: runs
import torch
from torch import nn

net, probe = nn.Linear(2, 2), nn.Linear(2, 1)
feat = net(torch.ones(1, 2))
feat.pow(2).sum().backward()
probe(feat.detach()).sum().backward()
