from torch import nn

from recurrent import Reservoir


class SequenceRegressor(nn.Module):
    def __init__(self, n_in, n_hidden):
        super().__init__()
        self.reservoir = Reservoir(n_in, n_hidden)
        self.readout = nn.Linear(n_hidden, 1)

    def forward(self, x):
        return self.readout(self.reservoir(x)).squeeze(-1)
