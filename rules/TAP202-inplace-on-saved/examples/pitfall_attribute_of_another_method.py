"""One method keeps the activation on self and saves it in a loss; another clears it in place."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


class Recorder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.activation = None

    def forward(self, x):
        self.activation = torch.tanh(self.layer(x))
        return self.activation.sum()

    def clear(self):
        self.activation.zero_()  # expect: TAP202


recorder = Recorder()
loss = recorder(torch.ones(1, 2))
recorder.clear()
loss.backward()
