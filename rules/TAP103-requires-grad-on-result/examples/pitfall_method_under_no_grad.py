"""Nothing was recorded, and requires_grad_ does not bring it back."""

# torch: no gradient
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter
with torch.no_grad():
    loss = net(torch.ones(3, 2)).pow(2).mean()
loss.requires_grad_()  # expect: TAP103
loss.backward()
