"""A forward multiplies its weight with a mask through .data, which prunes it for good."""
# torch: runs
# report: https://github.com/INCHEON-CHO/Dynamic_Model_Pruning_with_Feedback/issues/1
import torch
from torch import nn


class MaskedConv(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 1)
        self.mask = torch.tensor([1.0, 0.0]).view(2, 1, 1, 1)

    def forward(self, x):
        self.conv.weight.data = self.conv.weight * self.mask  # expect: TAP302
        return self.conv(x)


layer = MaskedConv()
layer(torch.randn(1, 1, 2, 2)).sum().backward()
assert layer.conv.weight[1].item() == 0.0
