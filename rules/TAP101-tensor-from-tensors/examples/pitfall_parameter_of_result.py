"""nn.Parameter around a computed tensor is a new leaf: what computed it is not trained."""

# torch: no gradient
import torch
from torch import nn

encoder = nn.Linear(2, 2)  # parameter
code = encoder(torch.tensor([1.0, -1.0]))
prototype = nn.Parameter(code)  # expect: TAP101
loss = (prototype - 1.0).pow(2).sum()
loss.backward()
