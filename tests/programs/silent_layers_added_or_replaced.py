import torch
from torch import nn
grown = nn.Sequential()
grown.add_module("base", nn.Linear(4, 8))
grown(torch.randn(3, 4)).sum().backward()
tuned = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 2))
tuned.requires_grad_(False)
tuned[1] = nn.Linear(8, 3)
tuned(torch.randn(3, 4)).sum().backward()
adapted = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
adapted.requires_grad_(False)
for layer in adapted.modules():
    if isinstance(layer, nn.BatchNorm1d):
        layer.requires_grad_(True)
adapted(torch.randn(3, 4)).sum().backward()
frozen = nn.Sequential(nn.Linear(4, 8)).requires_grad_(False)
frozen(torch.randn(3, 4)).sum().backward()  # expect: TAP104
