"""A mask that is one parameter, or one for each kind of node: nobody changes a leaf here."""

import torch
from torch import nn


class Masked(nn.Module):
    def __init__(self):
        super().__init__()
        self.mask = None
        self.weights = {}

    def start(self, features, kinds=None):
        if kinds is None:
            self.mask = nn.Parameter(torch.randn(features.shape[0], 1))
        else:
            for kind in kinds:
                self.mask[kind] = nn.Parameter(torch.randn(features.shape[0], 1))

    def clear(self, kinds):
        for kind in kinds:
            self.mask[kind] = None


class Fixed(nn.Module):
    """Numbers written over a whole parameter go into its memory, whatever they are made into."""

    def __init__(self, bins):
        super().__init__()
        self.conv = nn.Conv1d(bins, 1, 1, bias=False)
        steps = torch.arange(bins, dtype=torch.float)
        self.conv.weight.data[:] = nn.Parameter(steps.view(1, bins, 1))  # expect: TAP302
