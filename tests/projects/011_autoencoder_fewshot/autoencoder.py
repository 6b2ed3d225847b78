import torch
from torch import nn


class AutoEncoder(nn.Module):
    def __init__(self, n_in, n_code):
        super().__init__()
        self.down = nn.Sequential(nn.Linear(n_in, 16), nn.ELU(), nn.Linear(16, n_code))
        self.up = nn.Sequential(nn.Linear(n_code, 16), nn.ELU(), nn.Linear(16, n_in))

    @torch.no_grad()
    def encode(self, x):
        return self.down(x)

    @torch.no_grad()
    def decode(self, code):
        return self.up(code)

    def forward(self, x):
        return self.decode(self.encode(x))
