"""A model's smoothing factor is a moved parameter, and lands in a parameter group."""
# torch: raises ValueError: can't optimize a non-leaf Tensor
# report: https://github.com/Linardos/SalEMA/issues/7
import torch
from torch import nn


class Saliency(nn.Module):
    def __init__(self, ema):
        super().__init__()
        self.salgan = nn.Linear(3, 1)
        self.alpha = nn.Parameter(torch.tensor([ema])).to(torch.float32)  # expect: TAP106


model = Saliency(0.25)
optimizer = torch.optim.Adam(
    [
        {"params": model.salgan.parameters(), "lr": 1e-3, "weight_decay": 1e-4},
        {"params": model.alpha, "lr": 0.1},
    ]
)
