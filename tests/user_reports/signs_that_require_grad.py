"""To make a loss train, requires_grad=True was added to its constants too; their gradient goes nowhere."""
# torch: right gradient
# report: https://github.com/bermanmaxim/LovaszSoftmax/issues/28
import torch
from torch import nn
from torch.autograd import Variable


def hinge(logits, labels):
    signs = 2.0 * labels - 1.0
    errors = 1.0 - logits * Variable(signs, requires_grad=True)  # expect: TAP102
    return errors.clamp(min=0.0).mean()


model = nn.Linear(3, 1)  # parameter
labels = torch.tensor([1.0, 0.0, 1.0])
loss = hinge(model(torch.randn(3, 3)).squeeze(1), labels)
loss.backward()
