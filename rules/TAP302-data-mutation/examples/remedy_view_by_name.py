"""The same view changed under no_grad."""

# torch: runs
import torch
from torch import nn


def favour_objects(head):
    with torch.no_grad():
        table = head.bias.view(3, -1)
        table[:, 0] += 1.0
        table[:, 1:].fill_(0.1)


head = nn.Conv2d(1, 6, 1)
favour_objects(head)
