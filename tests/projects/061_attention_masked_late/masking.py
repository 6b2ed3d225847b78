import torch


def padding_mask(lengths, size):
    return torch.arange(size)[None, :] >= lengths[:, None]


def apply_mask(weights, mask):
    weights.masked_fill_(mask[:, None, :], 0.0)
    return weights
