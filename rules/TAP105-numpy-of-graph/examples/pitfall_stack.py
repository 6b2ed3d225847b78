"""np.stack over results of a network."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 2)
outputs = [net(x) for x in torch.eye(2)]
stacked = np.stack(outputs)  # expect: TAP105
