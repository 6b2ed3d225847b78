import torch
from torch import nn


class RBF(nn.Module):
    def __init__(self, lengthscale=1.0, variance=1.0):
        super().__init__()
        self.log_length = nn.Parameter(torch.tensor(lengthscale).log())
        self.log_var = nn.Parameter(torch.tensor(variance).log())

    def forward(self, a, b):
        d2 = torch.cdist(a, b).pow(2)
        return self.log_var.exp() * torch.exp(-0.5 * d2 / self.log_length.exp() ** 2)
