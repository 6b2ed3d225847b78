from torch import nn


class ConvAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 4, 4, 2, 1), nn.ReLU())
        self.decoder = nn.Sequential(nn.ConvTranspose2d(4, 1, 4, 2, 1), nn.Sigmoid())

    def forward(self, x):
        return self.decoder(self.encoder(x))
