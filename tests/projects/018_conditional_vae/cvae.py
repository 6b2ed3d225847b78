import torch
from torch import nn

from layers import GaussianHead, LogSigmaHead

HEADS = dict(logvar=GaussianHead, logsigma=LogSigmaHead)


class CVAE(nn.Module):
    def __init__(self, x_dim, n_classes, z_dim, head):
        super().__init__()
        self.embed = nn.Embedding(n_classes, 6)
        self.enc = nn.Sequential(nn.Linear(x_dim + 6, 20), nn.SiLU())
        self.head = HEADS[head](20, z_dim)
        self.dec = nn.Sequential(nn.Linear(z_dim + 6, 20), nn.SiLU(), nn.Linear(20, x_dim))

    def forward(self, x, y):
        c = self.embed(y)
        z, kl = self.head(self.enc(torch.cat([x, c], 1)))
        return self.dec(torch.cat([z, c], 1)), kl
