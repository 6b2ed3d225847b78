"""The generator's step uses what the discriminator's loss has left: 3 is added to -2."""

# torch: runs
import torch
from torch import nn

generator = nn.Linear(1, 1, bias=False)
discriminator = nn.Linear(1, 1, bias=False)
nn.init.constant_(generator.weight, 1.0)
nn.init.constant_(discriminator.weight, 3.0)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=1.0)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=1.0)
noise = torch.ones(1, 1)

optimizer_g.zero_grad()
optimizer_d.zero_grad()
loss_d = discriminator(generator(noise)).mean()
loss_d.backward()
optimizer_d.step()
assert discriminator.weight.item() == 2.0
loss_g = -discriminator(generator(noise)).mean()
loss_g.backward()
optimizer_g.step()  # expect: TAP704 likely
assert generator.weight.item() == 0.0  # a step by 1, where the loss wants one by -2
