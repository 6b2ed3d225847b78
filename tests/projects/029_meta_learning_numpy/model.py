import torch.nn.functional as F
from torch import nn


class SineNet(nn.Module):
    def __init__(self, width=20):
        super().__init__()
        self.l1 = nn.Linear(1, width)
        self.l2 = nn.Linear(width, 1)

    def forward(self, x, w=None):
        if w is None:
            w = dict(self.named_parameters())
        x = F.relu(F.linear(x, w["l1.weight"], w["l1.bias"]))
        return F.linear(x, w["l2.weight"], w["l2.bias"])
