import torch
from torch import nn
lam = torch.tensor([0.0], requires_grad=True).cuda()
lam = nn.Parameter(lam)
ls = nn.Parameter(torch.zeros(3, requires_grad=True))
loss = (lam * ls).sum()
loss.backward()
