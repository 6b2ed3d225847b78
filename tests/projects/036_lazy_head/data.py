import torch


def stripes(n, size=14):
    y = torch.randint(0, 2, (n,))
    x = torch.randn(n, 1, size, size) * 0.3
    x[y == 0, :, ::2, :] += 1
    x[y == 1, :, :, ::2] += 1
    return x, y
