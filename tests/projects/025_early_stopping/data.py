import torch


def split(n=80, seed=0):
    g = torch.Generator().manual_seed(seed)
    x = torch.randn(n, 5, generator=g)
    y = x @ torch.randn(5, 1, generator=g) + 0.3 * torch.randn(n, 1, generator=g)
    return (x[: n // 2], y[: n // 2]), (x[n // 2 :], y[n // 2 :])
