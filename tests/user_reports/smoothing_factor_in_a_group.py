"""A model's smoothing factor is a moved parameter, and lands in a parameter group."""
# torch: raises ValueError: can't optimize a non-leaf Tensor
# report: https://github.com/Linardos/SalEMA/issues/7
import torch
from torch import nn


class Saliency(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.maps = nn.Linear(3, 1)
        self.smoothing = nn.Parameter(torch.tensor([start])).to(torch.bfloat16)  # expect: TAP106


model = Saliency(0.25)
groups = [{"params": model.maps.parameters()}, {"params": [model.smoothing], "lr": 0.1}]
optimizer = torch.optim.Adam(groups, lr=1e-3)
