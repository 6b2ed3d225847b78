"""The dropout between the layers of an LSTM is on."""

# torch: runs
import torch
from torch import nn

lstm = nn.LSTM(4, 16, num_layers=2, dropout=0.5)
optimizer = torch.optim.SGD(lstm.parameters(), lr=0.1)
dev_batches = torch.randn(2, 5, 3, 4)
for epoch in range(2):
    optimizer.zero_grad()
    lstm(torch.randn(5, 3, 4))[0].pow(2).mean().backward()
    optimizer.step()
    with torch.no_grad():
        for batch in dev_batches:
            states, last = lstm(batch)  # expect: TAP607 likely
            assert not torch.equal(states, lstm(batch)[0])
