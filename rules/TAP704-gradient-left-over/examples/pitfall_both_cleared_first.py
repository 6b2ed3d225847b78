"""Both are cleared at the top: the discriminator's step uses what the generator's loss has left."""

# torch: runs
import torch
from torch import nn

torch.manual_seed(0)
generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
criterion = nn.BCEWithLogitsLoss()
valid, fake = torch.ones(4, 1), torch.zeros(4, 1)

for real in torch.randn(3, 4, 2):
    optimizer_g.zero_grad()
    optimizer_d.zero_grad()
    made = generator(torch.randn(4, 2))
    loss_g = criterion(discriminator(made), valid)
    loss_g.backward()
    optimizer_g.step()
    left = discriminator.weight.grad.clone()
    loss_real = criterion(discriminator(real), valid)
    loss_fake = criterion(discriminator(made.detach()), fake)
    loss_d = loss_real + loss_fake
    (own,) = torch.autograd.grad(loss_d, discriminator.weight, retain_graph=True)
    loss_d.backward()
    assert torch.allclose(discriminator.weight.grad, own + left) and left.abs().sum() > 0
    optimizer_d.step()  # expect: TAP704 likely
