"""A likelihood's loss takes a variance, and is given the deviation that the model predicts."""
# torch: right gradient
# report: https://github.com/unit8co/darts/pull/1162
# not caught: TAP402: only a name tells, and what a network puts out becomes the variance that the loss takes
import torch
import torch.nn.functional as F
from torch import nn


class Likelihood:
    def __init__(self):
        self.nll = nn.GaussianNLLLoss(full=True)

    def loss(self, outputs, target):
        mean, std = outputs[..., 0], F.softplus(outputs[..., 1])
        return self.nll(mean, target, std)


model = nn.Linear(3, 2)  # parameter
loss = Likelihood().loss(model(torch.randn(4, 3)), torch.randn(4))
loss.backward()
