from torch import nn

from memory import run_block


class Encoder(nn.Module):
    def __init__(self, dims, save_memory=True):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(dims[0], dims[1]), nn.GELU())
        self.head = nn.Linear(dims[1], dims[2])
        self.save_memory = save_memory

    def forward(self, x):
        return self.head(run_block(self.stem, x, self.save_memory))
