"""norm saves the tensor; dividing in place by the norm changes it."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(3, 2)

    def forward(self, images):
        features = self.project(images)
        features /= features.norm(dim=-1, keepdim=True)  # expect: TAP202
        return features


Embedder()(torch.eye(3)).sum().backward()
