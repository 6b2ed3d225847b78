"""Weights are detached before they are returned, and the penalty on them has no effect whatever its factor."""
# torch: wrong gradient
# report: https://github.com/yifita/deep_cage/issues/16
import torch
from torch import nn


class Cage(nn.Module):
    def __init__(self):
        super().__init__()
        self.source = nn.Linear(3, 3)

    def forward(self, points):
        cage = self.source(points)
        weights = torch.cdist(points, cage)
        weights = weights.detach()
        return {"cage": cage, "weight": weights}


def penalty(weight):
    return weight.square().mean()


cage = Cage()  # parameter
outputs = cage(torch.randn(4, 3))
loss = outputs["cage"].square().mean() + 0.1 * penalty(outputs["weight"])  # expect: TAP104 likely
loss.backward()
