import torch
from torch import nn


class MemoryCell(nn.Module):
    def __init__(self, n_in, n_mem):
        super().__init__()
        self.write = nn.GRUCell(n_in, n_mem)
        self.read = nn.Linear(n_mem, 1)
        self.n_mem = n_mem

    def blank(self, batch):
        return torch.zeros(batch, self.n_mem)

    def forward(self, x, memory):
        memory = self.write(x, memory)
        return self.read(memory).squeeze(-1), memory
