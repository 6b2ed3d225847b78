import torch
from torch import nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(3))
        self.reset_parameters()
    def reset_parameters(self):
        self.w.uniform_(-1, 1)  # expect: TAP201
