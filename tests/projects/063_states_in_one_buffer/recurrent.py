import torch
from torch import nn


class LeakyCell(nn.Module):
    def __init__(self, n_in, n_hidden):
        super().__init__()
        self.w_in = nn.Linear(n_in, n_hidden)
        self.w_rec = nn.Linear(n_hidden, n_hidden, bias=False)

    def forward(self, x, h):
        return torch.tanh(self.w_in(x) + self.w_rec(h))


class Reservoir(nn.Module):
    def __init__(self, n_in, n_hidden):
        super().__init__()
        self.cell = LeakyCell(n_in, n_hidden)
        self.n_hidden = n_hidden

    def forward(self, x):
        steps, batch, _ = x.shape
        states = torch.zeros(steps + 1, batch, self.n_hidden)
        for t in range(steps):
            states[t + 1] = self.cell(x[t], states[t])
        return states[1:]
