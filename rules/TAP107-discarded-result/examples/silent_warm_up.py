"""A tensor made on the spot: the call is made for what it does to the device."""

# torch: runs
import torch

torch.zeros(1).to(torch.float64)


def warmup(scores):
    torch.clamp(scores, 0.0, 1.0)


warmup(torch.ones(3))
