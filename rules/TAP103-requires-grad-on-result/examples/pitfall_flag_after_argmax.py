"""The loss is made of predicted classes, and the error that says so is silenced."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 3)
classes = net(torch.ones(4, 2)).argmax(dim=1).float()
loss = (classes - 1.0).abs().mean()
loss.requires_grad = True  # expect: TAP103
loss.backward()
