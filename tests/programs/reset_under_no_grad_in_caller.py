import torch
from torch import nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(3))
        with torch.no_grad():
            self.reset()
    def reset(self):
        self.w.normal_()
