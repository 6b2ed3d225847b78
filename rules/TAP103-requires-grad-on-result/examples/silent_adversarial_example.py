"""An adversarial example starts from detached numbers, and its gradient is asked for."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
image = torch.ones(1, 2)
for _ in range(2):
    image = image.detach().requires_grad_()
    loss = net(image).pow(2).sum()
    (gradient,) = torch.autograd.grad(loss, image)
    image = image + 0.1 * gradient.sign()
