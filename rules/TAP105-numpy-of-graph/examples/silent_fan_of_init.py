"""What nn.init computes from a shape is a number."""

# torch: runs
import numpy as np
import torch
from torch import nn

net = nn.Linear(3, 2)
fan = nn.init._calculate_correct_fan(net.weight, "fan_in")
fan_in, fan_out = nn.init._calculate_fan_in_and_fan_out(net.weight)
bound = np.sqrt(6.0 / (fan_in + fan_out))
print(np.sqrt(3.0 / fan), np.square(nn.init.calculate_gain("relu")), bound)
with torch.no_grad():
    net.weight.uniform_(-bound, bound)
