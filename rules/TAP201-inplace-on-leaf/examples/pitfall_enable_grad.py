"""enable_grad inside no_grad takes the protection away again."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch

bias = torch.zeros(2, requires_grad=True)
with torch.no_grad():
    with torch.enable_grad():
        bias.add_(1.0)  # expect: TAP201
