"""What is viewed by numbers is a tensor, whoever gives it."""

# torch: runs
from concurrent.futures import ThreadPoolExecutor

import torch


def heads(mask):
    mask.unsqueeze(1)  # expect: TAP107 likely
    return mask.shape


def flat(features):
    if len(features.shape) > 2:
        features.view(features.shape[0], -1)  # expect: TAP107 likely
    return features


def weights(given):
    torch.softmax(given, dim=-1)  # expect: TAP107 likely
    return given


with ThreadPoolExecutor(1) as pool:
    for function, size in ((heads, (2, 3)), (flat, (2, 3, 4)), (weights, (3,))):
        pool.submit(function, torch.ones(size)).result()
