"""The generator's loss runs back through the discriminator's old forward, after its step."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn as nn

generator = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
discriminator = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1), nn.Sigmoid())
criterion = nn.BCELoss()
opt_g = torch.optim.Adam(generator.parameters(), lr=2e-4)
opt_d = torch.optim.Adam(discriminator.parameters(), lr=2e-4)

for _ in range(2):
    real = torch.randn(4, 3)
    fake = generator(torch.randn(4, 2))
    score_fake = discriminator(fake)
    d_loss = criterion(discriminator(real), torch.ones(4, 1))
    d_loss = d_loss + criterion(score_fake, torch.zeros(4, 1))
    opt_d.zero_grad()
    d_loss.backward(retain_graph=True)
    opt_d.step()  # expect: TAP204

    g_loss = criterion(score_fake, torch.ones(4, 1))
    opt_g.zero_grad()
    g_loss.backward()
    opt_g.step()
