"""max saves the tensor, and the division in place then changes it."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch


def density(logits):
    rho = 2.0 * logits + 1.0
    rho /= rho.max()  # expect: TAP202
    return rho


logits = torch.tensor([0.1, 0.4], requires_grad=True)
density(logits).sum().backward()
