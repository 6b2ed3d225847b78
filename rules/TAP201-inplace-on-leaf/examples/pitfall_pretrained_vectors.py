"""Copying pretrained vectors into a weight raises without no_grad."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import numpy as np
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vectors):
        super().__init__()
        self.embedding = nn.Embedding(*vectors.shape)
        self.embedding.weight.copy_(torch.from_numpy(vectors))  # expect: TAP201


tagger = Tagger(np.ones((3, 2)))
