"""One optimiser has the encoder and both heads; each loss reaches some of them."""

# torch: runs
import torch
from torch import nn

encoder, mean, spread = nn.Linear(4, 3), nn.Linear(3, 1), nn.Linear(3, 1)
parts = nn.ModuleList([encoder, mean, spread])
optimizer = torch.optim.Adam(parts.parameters())
for inputs in torch.randn(3, 8, 4):
    optimizer.zero_grad()
    with torch.no_grad():
        features = encoder(inputs)
    mean(features).pow(2).mean().backward()
    optimizer.step()
