import torch


def noisy_labels(n, flip):
    x = torch.randn(n, 4)
    y = (x[:, 0] > 0).long()
    wrong = torch.rand(n) < flip
    return x, torch.where(wrong, 1 - y, y), y
