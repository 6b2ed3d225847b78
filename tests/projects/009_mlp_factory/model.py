import torch.nn as nn

from factory import make_layer


class Regressor(nn.Module):
    def __init__(self, sizes, activation="relu"):
        super().__init__()
        self.layers = []
        for n_in, n_out in zip(sizes[:-1], sizes[1:]):
            self.layers.append(make_layer(n_in, n_out, activation))
        self.head = nn.Linear(sizes[-1], 1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x).squeeze(-1)
