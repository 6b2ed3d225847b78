"""set_grad_enabled(True) switches the tape back on."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch

bias = torch.zeros(2, requires_grad=True)
torch.set_grad_enabled(False)
bias.add_(1.0)
torch.set_grad_enabled(True)
bias.clamp_(max=0.5)  # expect: TAP201
