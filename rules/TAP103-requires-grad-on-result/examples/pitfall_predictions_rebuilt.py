"""The predictions are detached and made a leaf: the loss trains nothing but them."""

# torch: no gradient
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter
predictions = net(torch.ones(3, 2)).detach()
predictions.requires_grad = True  # expect: TAP103
loss = nn.MSELoss()(predictions, torch.zeros(3, 1))
loss.backward()
