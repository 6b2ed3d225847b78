"""An LSTM's state is a tuple, of which only the first half is detached."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn

cell = nn.LSTMCell(2, 3)
h, c = torch.zeros(1, 3), torch.zeros(1, 3)
for x in torch.randn(3, 1, 2):
    h, c = cell(x, (h, c))
    h.sum().backward()  # expect: TAP501
    h = h.detach()
