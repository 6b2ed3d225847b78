"""Hard thresholding begins with np.copy of a parameter."""
# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
# report: https://github.com/microsoft/EdgeML/issues/119
import numpy as np
import torch
from torch import nn


class Bonsai(nn.Module):
    def __init__(self):
        super().__init__()
        self.W = nn.Parameter(torch.randn(4, 3))


def hard_threshold(weights, sparsity):
    values = np.copy(weights)  # expect: TAP105
    values[np.abs(values) < np.quantile(np.abs(values), 1.0 - sparsity)] = 0.0
    return values


model = Bonsai()
sparse = hard_threshold(model.W, 0.2)
