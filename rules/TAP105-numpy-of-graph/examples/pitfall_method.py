"""numpy() of a tensor that requires grad."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
import torch
from torch import nn

net = nn.Linear(2, 1)
output = net(torch.ones(3, 2))
print(output.cpu().numpy().shape)  # expect: TAP105
