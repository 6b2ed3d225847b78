"""A class of one's own has a `detach`, which cuts the state that it keeps."""

# torch: runs
import torch
from torch import nn


class Memory:
    def __init__(self):
        self.state = torch.zeros(3)

    def add(self, value):
        self.state = self.state + value

    def detach(self):
        self.state = self.state.detach()


def forget(memory):
    memory.detach()


memory = Memory()
memory.add(nn.Linear(2, 3)(torch.ones(2)))
forget(memory)
assert not memory.state.requires_grad
