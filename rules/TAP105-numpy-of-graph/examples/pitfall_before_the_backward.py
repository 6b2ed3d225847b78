"""The backward shows that the loss has a history: numpy cannot have it before."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def update(model, x, y):
    loss = F.mse_loss(model(x), y)
    shown = np.mean([loss])  # expect: TAP105
    loss.backward()
    return shown


update(nn.Linear(2, 1), torch.ones(3, 2), torch.zeros(3, 1))
