"""One recurrent layer has no layer behind it that its dropout could stand before."""

# torch: runs
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
lstm = nn.LSTM(4, 16, num_layers=1, dropout=0.5)
optimizer = torch.optim.SGD(lstm.parameters(), lr=0.1)
dev_batches = torch.randn(2, 5, 3, 4)
for epoch in range(2):
    optimizer.zero_grad()
    lstm(torch.randn(5, 3, 4))[0].pow(2).mean().backward()
    optimizer.step()
    with torch.no_grad():
        for batch in dev_batches:
            assert torch.equal(lstm(batch)[0], lstm(batch)[0])
