"""Both are cleared at the end of the round: the second step uses the first loss as well."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
generator_optimizer = torch.optim.Adam(generator.parameters())
discriminator_optimizer = torch.optim.Adam(discriminator.parameters())
scaler = torch.amp.GradScaler("cpu")
for noise in torch.randn(3, 4, 2):
    scaler.scale(-discriminator(generator(noise)).mean()).backward()
    scaler.step(generator_optimizer)
    scaler.scale(discriminator(generator(noise).detach()).mean()).backward()
    scaler.step(discriminator_optimizer)  # expect: TAP704 likely
    scaler.update()
    generator_optimizer.zero_grad()
    discriminator_optimizer.zero_grad()
