from torch import nn


class MLP(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.seq = nn.Sequential(
            nn.Linear(1, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1)
        )

    def forward(self, x):
        return self.seq(x)
