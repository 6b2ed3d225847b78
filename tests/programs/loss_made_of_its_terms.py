"""A loss is all that a function returns, and it is made anew of the terms that it was given."""

import torch
import torch.nn.functional as F
from torch import nn


class HingeLoss(nn.Module):
    def forward(self, real, fake):
        of_real = F.relu(1 - real).mean()
        of_fake = F.relu(1 + fake).mean()
        total = torch.tensor([of_real, of_fake]).sum()  # expect: TAP101 likely
        return total


def contrastive_loss(features, mask):
    logits = torch.matmul(features, features.T)
    terms = (mask * logits).sum(1)
    return torch.tensor([-0.1 * each for each in terms]).mean()  # expect: TAP101 likely
