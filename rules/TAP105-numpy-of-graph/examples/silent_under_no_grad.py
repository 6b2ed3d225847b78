"""Under no_grad torch gives the numbers, even those of a parameter."""

# torch: runs
import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 1)
with torch.no_grad():
    norm = np.linalg.norm(net.weight)
    output = net(torch.ones(3, 2)).numpy()
    both = np.stack([net(x) for x in torch.eye(2)])
