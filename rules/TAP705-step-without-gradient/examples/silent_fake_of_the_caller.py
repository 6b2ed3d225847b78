"""What the generator's loss takes is an argument: who gives it has not detached it."""

# torch: runs
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)


def generator_step(fake):
    optimizer.zero_grad()
    loss = -discriminator(fake).mean()
    loss.backward()
    optimizer.step()


before = generator.weight.clone()
generator_step(generator(torch.randn(8, 2)))
assert not torch.equal(before, generator.weight)
