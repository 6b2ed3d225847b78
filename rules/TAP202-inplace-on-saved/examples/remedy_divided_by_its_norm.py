"""The division out of place leaves the tensor that norm saved."""

# torch: right gradient
import torch
from torch import nn


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(2, 2)

    def forward(self, images):
        features = self.project(images)
        return features / features.norm(dim=-1, keepdim=True)


embedder = Embedder()  # parameter
loss = embedder(torch.eye(2)).sum()
loss.backward()
