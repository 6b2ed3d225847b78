"""A view kept under another name still belongs to the leaf."""

# torch: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch

kernel = torch.nn.Parameter(torch.ones(2, 2))
flat = kernel.view(-1)
flat[0] = 5.0  # expect: TAP201
