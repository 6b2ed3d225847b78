"""A pruner adds the norm of weight.data to the loss, which makes no weight smaller."""
# torch: wrong gradient
# report: https://github.com/microsoft/nni/pull/4307
import torch
from torch import nn

model = nn.Linear(3, 2)  # parameter


def patched(criterion):
    def criterion_with_penalty(prediction, target):
        penalty = torch.norm(model.weight.data, p=1)
        return criterion(prediction, target) + 0.1 * penalty  # expect: TAP104 likely

    return criterion_with_penalty


criterion = patched(nn.MSELoss())
loss = criterion(model(torch.randn(4, 3)), torch.randn(4, 2))
loss.backward()
