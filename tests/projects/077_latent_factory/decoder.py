from torch import nn


class Decoder(nn.Module):
    def __init__(self, dim, n_out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 24), nn.Softplus(), nn.Linear(24, n_out))

    def forward(self, z):
        return self.net(z)
