"""A variance that scales something else than noise, and noise scaled by a deviation."""

# torch: runs
import torch

mean, var = torch.zeros(3), torch.tensor([0.1, 0.2, 0.4])
eps = torch.randn(3)
z = mean + var.sqrt() * eps
drift = mean + var * torch.tensor([1.0, 2.0, 3.0])
density = -0.5 * (z - mean) ** 2 / var
