from torch import nn


class FeatureExtractor(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 32), nn.Tanh(), nn.Linear(32, n_out), nn.Tanh())

    def forward(self, x):
        return self.net(x)


class Head(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)

    def forward(self, f):
        return self.fc(f)
