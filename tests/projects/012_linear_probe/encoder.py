import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, n_in=8, n_out=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 32), nn.ReLU(), nn.Linear(32, n_out))

    def forward(self, x):
        return self.net(x)

    @torch.no_grad()
    def embed(self, x):
        self.eval()
        return self(x)


def load_pretrained(seed=7):
    torch.manual_seed(seed)
    encoder = Encoder()
    encoder.requires_grad_(False)
    return encoder.eval()
