"""Samples are drawn in training mode: the noise of dropout is wanted."""

# torch: runs
import torch
from torch import nn

generator = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 2))
discriminator = nn.Linear(2, 1)
optimizer = torch.optim.Adam(generator.parameters())
test_inputs = torch.randn(2, 8, 4)
for step in range(2):
    optimizer.zero_grad()
    discriminator(generator(torch.randn(8, 4))).mean().neg().backward()
    optimizer.step()
    with torch.no_grad():
        for inputs in test_inputs:
            samples = generator(inputs)
