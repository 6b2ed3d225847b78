"""Nothing is known of the model but that one of its layers has a weight."""

# torch: runs
import torch
from torch import nn


def freeze(model):
    model.embedding.weight.require_grad = False  # expect: TAP603 likely


model = nn.Module()
model.embedding = nn.Embedding(10, 5)
freeze(model)
assert model.embedding.weight.requires_grad
