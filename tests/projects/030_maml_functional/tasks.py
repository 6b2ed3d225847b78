import torch


def sample_task(k, n_way=2):
    direction = torch.randn(4)
    x = torch.randn(2 * k, 4)
    y = (x @ direction > 0).long() % n_way
    return x[:k], y[:k], x[k:], y[k:]
