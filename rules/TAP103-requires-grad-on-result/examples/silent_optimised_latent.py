"""A latent vector found by a network is a first value, which an optimiser improves."""

# torch: runs
import torch
from torch import nn

encoder, decoder = nn.Linear(2, 2), nn.Linear(2, 2)
latent = encoder(torch.ones(1, 2)).detach()
latent.requires_grad = True
optimizer = torch.optim.Adam([latent], lr=0.1)
loss = decoder(latent).pow(2).sum()
loss.backward()
optimizer.step()
