"""A detached image made a leaf on purpose has a gradient of its own."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
image = torch.ones(1, 2)
image.requires_grad_()
score = net(image).sum()
score.backward()
adversary = image.detach() + 0.1 * image.grad.sign()
adversary.requires_grad = True
net(adversary).sum().backward()
assert adversary.grad is not None
