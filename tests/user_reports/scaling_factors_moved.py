"""A comprehension makes leaves and moves each; the optimiser refuses them."""
# torch: raises ValueError: can't optimize a non-leaf Tensor
# report: https://github.com/vinsis/ternary-quantization/issues/4
import torch

kernels = [torch.randn(3, 3), torch.randn(2, 2)]
factors = [
    torch.full((2,), kernel.abs().mean().item(), requires_grad=True).to(torch.bfloat16)  # expect: TAP106
    for kernel in kernels
]
optimizer = torch.optim.Adam(factors, lr=1e-4)
