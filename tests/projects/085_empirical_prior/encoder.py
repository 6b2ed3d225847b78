from torch import nn


class Encoder(nn.Module):
    def __init__(self, n_in, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 24), nn.ReLU(), nn.Linear(24, dim))
        self.classifier = nn.Linear(dim, 2)

    def forward(self, x):
        z = self.net(x)
        return z, self.classifier(z)
