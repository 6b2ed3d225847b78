import torch


def counting(n, length, words):
    start = torch.randint(0, words, (n,))
    return start, (start[:, None] + torch.arange(1, length + 1)) % words
