"""A user calls a missing detach a bug; a new fake is made for the generator, and its gradients are cleared."""
# torch: runs
# report: https://github.com/yunjey/pytorch-tutorial/issues/56
# no pitfall: the discriminator's backward goes through the generator in vain, but nothing is freed that is needed
import torch
import torch.nn.functional as F
from torch import nn

G = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(0.2), nn.Linear(4, 3), nn.Tanh())
D = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
d_optimizer = torch.optim.Adam(D.parameters())
g_optimizer = torch.optim.Adam(G.parameters())
for images in torch.randn(2, 4, 3):
    d_loss_real = F.binary_cross_entropy_with_logits(D(images), torch.ones(4, 1))
    fake_images = G(torch.randn(4, 2))
    d_loss_fake = F.binary_cross_entropy_with_logits(D(fake_images), torch.zeros(4, 1))
    d_loss = d_loss_real + d_loss_fake
    D.zero_grad()
    d_loss.backward()
    d_optimizer.step()

    fake_images = G(torch.randn(4, 2))
    g_loss = F.binary_cross_entropy_with_logits(D(fake_images), torch.ones(4, 1))
    D.zero_grad()
    G.zero_grad()
    g_loss.backward()
    g_optimizer.step()
