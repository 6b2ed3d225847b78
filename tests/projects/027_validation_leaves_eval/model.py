from torch import nn


class Net(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.4), nn.Linear(32, n_out)
        )

    def forward(self, x):
        return self.layers(x)
