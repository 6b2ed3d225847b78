import torch
from torch import nn
lin = nn.Linear(2, 2)
for p in lin.parameters():
    p.requires_grad = False
lin.weight.zero_()
lin2 = nn.Linear(2, 2).requires_grad_(False)
lin2.weight.zero_()
lin3 = nn.Linear(2, 2)
lin3.requires_grad_(False)
lin3.weight.zero_()
lin4 = nn.Linear(2, 2)
lin4.weight.requires_grad = False
lin4.weight.zero_()
bn = nn.BatchNorm1d(3)
bn.running_mean.zero_()
