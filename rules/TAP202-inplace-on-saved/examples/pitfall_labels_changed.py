"""The class labels that cross entropy saved are overwritten before backward."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(2, 3)
images = torch.ones(2, 2)
labels = torch.tensor([0, 2])
loss = F.cross_entropy(net(images), labels)
labels[labels == 2] = 1  # expect: TAP202
loss.backward()
