"""Detached values and numbers are what numpy is for."""

# torch: runs
import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 1)
output = net(torch.ones(3, 2))
shown = [x.sum().item() for x in output]
print(np.mean(shown), np.array(output.tolist()), np.square(output.detach().numpy()))
print(np.float64(output.sum()), output.numpy(force=True))
