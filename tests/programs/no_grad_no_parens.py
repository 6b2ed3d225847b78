import torch
from torch import nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(3))
        self.reset()
    @torch.no_grad
    def reset(self):
        self.w.normal_()
