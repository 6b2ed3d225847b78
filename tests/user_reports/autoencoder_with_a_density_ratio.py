"""A factorising autoencoder steps before the discriminator goes back through the code it was shown."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/1Konny/FactorVAE/issues/15
import torch
import torch.nn.functional as F
from torch import nn


class Solver:
    def __init__(self):
        self.VAE = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
        self.D = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(), nn.Linear(4, 2))
        self.optim_VAE = torch.optim.Adam(self.VAE.parameters())
        self.optim_D = torch.optim.Adam(self.D.parameters())
        self.nets = [self.VAE, self.D]

    def train(self, batches):
        ones = torch.ones(4, dtype=torch.long)
        zeros = torch.zeros(4, dtype=torch.long)
        for x_true1, x_true2 in batches:
            z = self.VAE(x_true1)
            D_z = self.D(z)
            vae_tc_loss = (D_z[:, :1] - D_z[:, 1:]).mean()
            vae_loss = z.square().mean() + vae_tc_loss
            self.optim_VAE.zero_grad()
            vae_loss.backward(retain_graph=True)
            self.optim_VAE.step()  # expect: TAP204
            z_prime = self.VAE(x_true2)
            z_pperm = z_prime[torch.randperm(4)].detach()
            D_tc_loss = 0.5 * (F.cross_entropy(D_z, zeros) + F.cross_entropy(self.D(z_pperm), ones))
            self.optim_D.zero_grad()
            D_tc_loss.backward()
            self.optim_D.step()


Solver().train([(torch.randn(4, 3), torch.randn(4, 3))] * 2)
