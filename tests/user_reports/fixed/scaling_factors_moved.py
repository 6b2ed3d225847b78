"""The constructor is told the type."""
# torch: runs
import torch

kernels = [torch.randn(3, 3), torch.randn(2, 2)]
factors = [
    torch.full((2,), kernel.abs().mean().item(), requires_grad=True, dtype=torch.float32)
    for kernel in kernels
]
optimizer = torch.optim.Adam(factors, lr=1e-4)
