"""Classifier, discriminator and generator are stepped one by one, on losses of one shared forward."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/shoutOutYangJie/FaceID-GAN/issues/5
import torch
import torch.nn.functional as F
from torch import nn


def layers(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 4), nn.LeakyReLU(), nn.Linear(4, outputs))


G, D, C = layers(2, 3), layers(3, 1), layers(3, 5)
optimizer_G = torch.optim.Adam(G.parameters())
optimizer_D = torch.optim.Adam(D.parameters())
optimizer_C = torch.optim.Adam(C.parameters())
for _ in range(2):
    real, label = torch.randn(4, 3), torch.randint(5, (4,))
    fake = G(torch.randn(4, 2))
    loss_C = F.cross_entropy(C(real), label)
    loss_D = F.softplus(D(fake.detach())).mean() + F.softplus(-D(real)).mean()
    loss_G = F.softplus(-D(fake)).mean() + F.cross_entropy(C(fake), label)

    optimizer_C.zero_grad()
    loss_C.backward()
    optimizer_C.step()  # expect: TAP204

    optimizer_D.zero_grad()
    loss_D.backward()
    optimizer_D.step()  # expect: TAP204

    optimizer_G.zero_grad()
    loss_G.backward()
    optimizer_G.step()
