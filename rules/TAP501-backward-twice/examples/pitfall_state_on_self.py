"""A controller keeps its state on self, and nothing cuts the state between two calls."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


class Controller(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.RNNCell(2, 2)
        self.state = torch.zeros(1, 2)

    def forward(self, x):
        self.state = self.cell(x, self.state)
        return self.state.sum()


controller = Controller()
for x in torch.ones(2, 1, 2):
    loss = controller(x)
    loss.backward()  # expect: TAP501
