"""The generator is trained by both losses, the encoder by the first alone."""

# torch: runs
import torch
from torch import nn

encoder, generator = nn.Linear(2, 2), nn.Linear(2, 2)
optimizer_e = torch.optim.SGD(encoder.parameters(), lr=0.1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
for images in torch.randn(3, 4, 2):
    optimizer_e.zero_grad()
    optimizer_g.zero_grad()
    (generator(encoder(images)) - images).pow(2).mean().backward()
    optimizer_e.step()
    noise = torch.randn(4, 2)
    (encoder(generator(noise)) - noise).abs().mean().backward()
    optimizer_g.step()
