"""A trainer keeps the forward's results on self; one method steps, a later one backpropagates."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


class Pix2Pix:
    def __init__(self):
        self.net_g = nn.Linear(2, 2)
        self.net_d = nn.Sequential(nn.Linear(2, 2), nn.LeakyReLU(), nn.Linear(2, 1))
        self.optimizers = []
        self.optimizer_g = torch.optim.Adam(self.net_g.parameters())
        self.optimizer_d = torch.optim.Adam(self.net_d.parameters())

    def forward(self, picture):
        self.fake = self.net_g(picture)
        self.pred_fake = self.net_d(self.fake)

    def backward_d(self):
        self.loss_d = self.net_d(self.fake.detach()).pow(2).mean()
        self.loss_d.backward()

    def backward_g(self):
        self.loss_g = (self.pred_fake - 1).pow(2).mean()
        self.loss_g.backward()

    def optimize_parameters(self, picture):
        self.forward(picture)
        self.optimizer_d.zero_grad()
        self.backward_d()
        self.optimizer_d.step()  # expect: TAP204
        self.optimizer_g.zero_grad()
        self.backward_g()
        self.optimizer_g.step()


Pix2Pix().optimize_parameters(torch.ones(2, 2))
