from torch import nn


class OrdinalNet(nn.Module):
    def __init__(self, n_in, grades):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(n_in, 24), nn.ReLU(), nn.Linear(24, grades))

    def forward(self, x):
        return self.mlp(x)
