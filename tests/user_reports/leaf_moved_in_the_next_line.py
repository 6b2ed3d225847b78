"""A leaf is rebound to a moved copy of itself, and the optimiser is given the copy."""
# torch: raises ValueError: can't optimize a non-leaf Tensor
# report: https://discuss.pytorch.org/t/tensor-to-device-changes-is-leaf-causing-cant-optimize-a-non-leaf-tensor/37659
import torch

test = torch.zeros((10, 10)).requires_grad_(True)
test = test.to(torch.bfloat16)  # expect: TAP106
optimizer = torch.optim.Adam([test])
