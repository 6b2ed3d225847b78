from torch import nn


class Generator(nn.Module):
    def __init__(self, noise, out):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(noise, 32), nn.ReLU(True), nn.Linear(32, out))

    def forward(self, z):
        return self.main(z)


class Critic(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(n, 32), nn.ReLU(True), nn.Linear(32, 1))

    def forward(self, x):
        return self.main(x).view(-1)
