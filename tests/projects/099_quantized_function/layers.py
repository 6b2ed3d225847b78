from torch import nn

from functions import FakeQuantize


class QuantizedActivation(nn.Module):
    def __init__(self, bits):
        super().__init__()
        self.levels = 2**bits

    def forward(self, x):
        return FakeQuantize.apply(x, self.levels)


def make_net(n_in, n_out, bits):
    return nn.Sequential(nn.Linear(n_in, 24), QuantizedActivation(bits), nn.Linear(24, n_out))
