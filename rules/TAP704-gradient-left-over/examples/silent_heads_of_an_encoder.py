"""Each task has an optimiser for its head; the encoder takes one step for all of them."""

# torch: runs
import torch
from torch import nn

encoder, first, second = nn.Linear(2, 2), nn.Linear(2, 1), nn.Linear(2, 1)
encoder_optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
first_optimizer = torch.optim.SGD(first.parameters(), lr=0.1)
second_optimizer = torch.optim.SGD(second.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 2):
    for optimizer in (encoder_optimizer, first_optimizer, second_optimizer):
        optimizer.zero_grad()
    first(encoder(batch)).pow(2).mean().backward()
    first_optimizer.step()
    second(encoder(batch)).abs().mean().backward()
    second_optimizer.step()
    encoder_optimizer.step()
