"""torch.tensor of a computed tensor is a copy without history."""

# torch: no gradient
from torch import *

weight = tensor([1.0, 2.0], requires_grad=True)  # parameter
energy = (weight * weight).sum()
loss = tensor(energy, requires_grad=True) * 2.0  # expect: TAP101
loss.backward()
