"""autograd.grad of a detached value raises, whatever allow_unused says."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import autograd

x = torch.tensor([0.5, 1.0], requires_grad=True)
energy = x.pow(2).sum().detach()
forces = autograd.grad(energy, x, allow_unused=True)  # expect: TAP104
