"""Without a criterion the trainer's loss is a constant zero, and its backward raises."""
# torch: raises RuntimeError: element 0 of tensors does not require grad
# report: https://github.com/pytorchbearer/torchbearer/issues/414
import torch
from torch import nn


class Trial:
    def __init__(self, model, criterion=None):
        self.model = model
        self.criterion = criterion or (lambda prediction, target: torch.zeros(1))

    def fit(self, x, y):
        loss = self.criterion(self.model(x), y)
        loss.backward()  # expect: TAP104


Trial(nn.Linear(2, 1)).fit(torch.randn(3, 2), torch.randn(3, 1))
