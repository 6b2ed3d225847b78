"""A user doubts a distance whose one factor is computed in numpy; the other factor carries the gradient."""
# torch: runs
# report: https://github.com/JunMa11/SegWithDistMap/issues/22
# no pitfall: the distance maps are weights by intent
import numpy as np
import torch
from torch import nn


def distances(masks):
    return torch.from_numpy(np.cumsum(masks.numpy() > 0.5, axis=1).astype(np.float64))


segment = nn.Linear(3, 4)
truth = torch.tensor([[0.0, 1.0, 1.0, 0.0], [1.0, 1.0, 0.0, 0.0]])
guess = torch.sigmoid(segment(torch.randn(2, 3)))
with torch.no_grad():
    weights = distances(guess).square() + distances(truth).square()
loss = ((guess - truth).square() * weights).mean()
loss.backward()
