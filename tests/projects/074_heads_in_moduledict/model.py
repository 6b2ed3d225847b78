from torch import nn

from heads import Heads


class Profile(nn.Module):
    def __init__(self, n_in, width, spec):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, width), nn.ReLU())
        self.heads = Heads(width, spec)

    def forward(self, x):
        return self.heads(self.body(x))
