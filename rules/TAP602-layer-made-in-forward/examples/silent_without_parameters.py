"""Layers without parameters may be made anywhere."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        x = nn.ReLU()(x)
        x = nn.LayerNorm(4, elementwise_affine=False)(x)
        return nn.Softmax(dim=-1)(x)


assert torch.equal(Net()(torch.ones(1, 4)), Net()(torch.ones(1, 4)))
