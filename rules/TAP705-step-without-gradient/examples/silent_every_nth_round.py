"""The generator's loss has its turn in every second round, and so has its step."""

# torch: runs
import torch
from torch import nn

generator, critic = nn.Linear(2, 4), nn.Linear(4, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_c = torch.optim.SGD(critic.parameters(), lr=0.1)
for at, real in enumerate(torch.randn(4, 8, 4)):
    optimizer_c.zero_grad()
    fake = generator(torch.randn(8, 2))
    (critic(fake.detach()).mean() - critic(real).mean()).backward()
    optimizer_c.step()
    with torch.no_grad():
        for each in critic.parameters():
            each.clamp_(-0.01, 0.01)
    if at % 2 == 0:
        optimizer_g.zero_grad()
        (-critic(fake).mean()).backward()
        optimizer_g.step()
