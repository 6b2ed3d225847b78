import torch
import torch.nn.functional as F
from torch.optim import Adam


def bce(logits, value):
    return F.binary_cross_entropy_with_logits(logits, torch.full_like(logits, value))


class GANTrainer:
    def __init__(self, G, D, config):
        self.G, self.D = G, D
        self.z_dim = config["z_dim"]
        self.opt_g = Adam(G.parameters(), lr=config["lr"], betas=(0.5, 0.999))
        self.opt_d = Adam(D.parameters(), lr=config["lr"], betas=(0.5, 0.999))

    def step(self, real):
        z = torch.randn(real.size(0), self.z_dim)
        fake = self.G(z)
        score = self.D(fake)
        g_loss = bce(score, 1.0)
        d_loss = bce(self.D(real), 1.0) + bce(self.D(fake.detach()), 0.0)

        self.opt_d.zero_grad()
        d_loss.backward()
        self.opt_d.step()

        self.opt_g.zero_grad()
        g_loss.backward()
        self.opt_g.step()
        return {"d": d_loss.item(), "g": g_loss.item()}
