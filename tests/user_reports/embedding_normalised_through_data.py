"""Instead of max_norm the rows of an embedding are normalised through .data."""
# torch: runs
# report: https://github.com/akanimax/pro_gan_pytorch/pull/37
import torch
from torch import nn


class Labels(nn.Module):
    def __init__(self, classes, size):
        super().__init__()
        self.table = nn.Embedding(classes, size)
        lengths = self.table.weight.norm(dim=1, keepdim=True).detach()
        self.table.weight.data = self.table.weight.data / lengths  # expect: TAP302

    def forward(self, labels):
        return self.table(labels)


labels = Labels(4, 3)
