"""The loss is computed by numpy, and the error that backward raises is silenced."""

# torch: no gradient
import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter
output = net(torch.ones(3, 2)).detach().numpy()
loss = torch.from_numpy(np.square(output)).mean()
loss.requires_grad = True  # expect: TAP103
loss.backward()
