"""The rows are normalised under no_grad."""
# torch: runs
import torch
from torch import nn


class Labels(nn.Module):
    def __init__(self, classes, size):
        super().__init__()
        self.table = nn.Embedding(classes, size)
        with torch.no_grad():
            self.table.weight.div_(self.table.weight.norm(dim=1, keepdim=True))

    def forward(self, labels):
        return self.table(labels)


labels = Labels(4, 3)
