"""The signs are constants."""
# torch: right gradient
import torch
from torch import nn


def hinge(logits, labels):
    signs = 2.0 * labels - 1.0
    errors = 1.0 - logits * signs
    return errors.clamp(min=0.0).mean()


model = nn.Linear(3, 1)  # parameter
labels = torch.tensor([1.0, 0.0, 1.0])
loss = hinge(model(torch.randn(3, 3)).squeeze(1), labels)
loss.backward()
