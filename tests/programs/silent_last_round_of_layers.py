"""The usual perceptron of detection models: no activation behind the last layer, so nothing is saved."""

import torch
import torch.nn.functional as F
from torch import nn


class MLP(nn.Module):
    def __init__(self, width, layers):
        super().__init__()
        self.num_layers = layers
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = F.relu(layer(x)) if i < self.num_layers - 1 else layer(x)
        return x


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = MLP(8, 3)

    def forward(self, x):
        logits = self.score(x).squeeze(-1)
        logits.clamp_(min=-10.0, max=10.0)
        return logits
