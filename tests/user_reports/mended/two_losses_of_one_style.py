"""One backward for the sum."""
# torch: runs
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.mapping = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(), nn.Linear(4, 3))
        self.generator = nn.Linear(3, 5)
        self.encoder = nn.Linear(5, 3)
        self.discriminator = nn.Linear(5, 1)

    def forward(self, z):
        stylecode = self.mapping(z)
        fake = self.generator(stylecode)
        adv_loss = nn.functional.softplus(-self.discriminator(fake)).mean()
        w_rec_loss = (self.encoder(fake) - stylecode).square().mean()
        return adv_loss, w_rec_loss, stylecode


model = Model()
g_optim = torch.optim.Adam(model.generator.parameters())
adv_loss, w_rec_loss, stylecode = model(torch.randn(4, 2))
g_optim.zero_grad()
(adv_loss * 1.0 + w_rec_loss * 0.5).backward()
g_optim.step()
