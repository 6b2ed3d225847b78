"""An array filled element by element takes the numbers."""

# torch: runs
import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 1)
shown = np.zeros(2)
for i, x in enumerate(torch.eye(2)):
    shown[i] = net(x).sum()
print(shown.mean())
