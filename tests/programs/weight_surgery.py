import torch
from torch import nn
def adapt(conv):
    conv2 = nn.Conv2d(3, 8, 3)
    conv2.weight = nn.Parameter(conv2.weight.sum(dim=1, keepdim=True))
    return conv2
class M(nn.Module):
    def __init__(self, emb):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.w = nn.Parameter(self.lin.weight * 0.5)
    def forward(self, x):
        return x @ self.w
