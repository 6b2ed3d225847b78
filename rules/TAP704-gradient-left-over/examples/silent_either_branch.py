"""Each round takes one branch of two; both clear before they fill."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
scaler, scales = torch.amp.GradScaler("cpu"), bool(torch.rand(1) > 0.5)
for noise in torch.randn(3, 4, 2):
    optimizer_d.zero_grad()
    loss = discriminator(generator(noise)).mean()
    if scales:
        scaler.scale(loss).backward()
        scaler.step(optimizer_d)
    else:
        loss.backward()
        optimizer_d.step()
    optimizer_g.zero_grad()
    loss = -discriminator(generator(noise)).mean()
    if scales:
        scaler.scale(loss).backward()
        scaler.step(optimizer_g)
        scaler.update()
    else:
        loss.backward()
        optimizer_g.step()
