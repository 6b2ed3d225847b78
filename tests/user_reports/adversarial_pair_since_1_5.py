"""The discriminator steps, and then the generator's loss goes back through the discriminator's old weights."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/pytorch/pytorch/issues/39141
import torch
from torch import nn

G = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
D = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1), nn.Sigmoid())
opt_D = torch.optim.Adam(D.parameters(), lr=1e-2)
opt_G = torch.optim.Adam(G.parameters(), lr=1e-2)
for step in range(2):
    paintings = torch.randn(4, 3)
    ideas = torch.randn(4, 2)
    prob0 = D(paintings)
    prob1 = D(G(ideas))
    D_loss = -torch.mean(torch.log(prob0) + torch.log(1.0 - prob1))
    G_loss = torch.mean(torch.log(1.0 - prob1))
    opt_D.zero_grad()
    D_loss.backward(retain_graph=True)
    opt_D.step()  # expect: TAP204
    opt_G.zero_grad()
    G_loss.backward()
    opt_G.step()
