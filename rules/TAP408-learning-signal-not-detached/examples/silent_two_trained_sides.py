"""Consistency: both sides are trained, and neither is a reward and the next value."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

encoder, decoder = nn.Linear(4, 2), nn.Linear(2, 4)
one, two = torch.randn(8, 4), torch.randn(8, 4)
loss = F.mse_loss(encoder(one), encoder(two))
loss = loss + F.mse_loss(encoder(decoder(encoder(one))), encoder(one))
loss = loss + (encoder(one) - 0.5 * encoder(two)).pow(2).mean()
loss.backward()
