import torch
from torch import nn
def keep(module, given, result):
    result.requires_grad_(True)
net = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2)).requires_grad_(False)
net[0].register_forward_hook(keep)
net(torch.randn(3, 4)).sum().backward()
