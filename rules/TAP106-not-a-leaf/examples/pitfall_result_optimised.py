"""An optimiser takes leaves alone, also where the leaf has a name."""

# torch: raises ValueError: can't optimize a non-leaf Tensor
import torch

weight = torch.ones(3, requires_grad=True)
direction = weight / weight.norm()  # expect: TAP106
optimizer = torch.optim.SGD([direction], lr=0.1)
