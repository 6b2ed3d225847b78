"""A function that is run again in the backward calls the encoder."""

# torch: runs
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

encoder, head = nn.Linear(4, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)


def features(inputs):
    return encoder(inputs).tanh()


optimizer.zero_grad()
made = checkpoint(features, torch.ones(2, 4), use_reentrant=False)
(head(made).pow(2).mean() + head(torch.ones(1, 3)).mean()).backward()
optimizer.step()
assert encoder.weight.grad is not None
