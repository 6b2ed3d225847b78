"""An input is made a leaf on purpose: the network is differentiated by it."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
image = torch.tensor([[1.0, 2.0]])
image.requires_grad = True
net(image).max().backward()
saliency = image.grad.abs()
