"""The discriminator judges the fake again after its step."""
# torch: runs
import torch
from torch import nn

G = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
D = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1), nn.Sigmoid())
opt_D = torch.optim.Adam(D.parameters(), lr=1e-2)
opt_G = torch.optim.Adam(G.parameters(), lr=1e-2)
for step in range(2):
    paintings = torch.randn(4, 3)
    fake = G(torch.randn(4, 2))
    D_loss = -torch.mean(torch.log(D(paintings)) + torch.log(1.0 - D(fake.detach())))
    opt_D.zero_grad()
    D_loss.backward()
    opt_D.step()
    G_loss = torch.mean(torch.log(1.0 - D(fake)))
    opt_G.zero_grad()
    G_loss.backward()
    opt_G.step()
