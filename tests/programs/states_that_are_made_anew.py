import torch
from torch import nn


class Adapted(nn.Module):
    """The code is begun anew for each task, and differentiated by."""

    def __init__(self, size, device):
        super().__init__()
        self.layer = nn.Linear(size, 1).to(device)
        self.code = torch.zeros(size, requires_grad=True).to(device)
        self.gain = torch.ones(size, requires_grad=True).to(device)  # expect: TAP106 likely
        self.shift = nn.Parameter(torch.zeros(size)).to(device)  # expect: TAP106 likely

    def begin(self):
        self.code = torch.zeros_like(self.code).requires_grad_()

    def reset_parameters(self, size, device):
        self.shift = nn.Parameter(torch.zeros(size)).to(device)  # expect: TAP106 likely

    def forward(self, x):
        return self.layer(x * self.gain + self.shift + self.code)


class Recurrent(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, size)
        self.hidden = torch.zeros(1, size, requires_grad=True).cuda()

    def forward(self, x):
        self.hidden = torch.tanh(self.layer(x + self.hidden.detach()))
        return self.hidden
