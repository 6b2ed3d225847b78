import torch


def inverse_sine(n):
    """Several answers for most inputs."""
    y = torch.rand(n, 2) * 2 - 1
    x = y + 0.3 * torch.sin(7 * y) + 0.05 * torch.randn(n, 2)
    return x, y
