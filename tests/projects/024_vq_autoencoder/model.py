from torch import nn

from quantizer import VectorQuantizer


class VQAE(nn.Module):
    def __init__(self, x_dim=8, dim=4, n_codes=16):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(x_dim, 24), nn.ReLU(), nn.Linear(24, dim))
        self.vq = VectorQuantizer(n_codes, dim)
        self.decoder = nn.Sequential(nn.Linear(dim, 24), nn.ReLU(), nn.Linear(24, x_dim))

    def forward(self, x):
        q, vq_loss, codes = self.vq(self.encoder(x))
        return self.decoder(q), vq_loss, codes
