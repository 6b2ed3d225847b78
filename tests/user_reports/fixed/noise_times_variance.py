"""The noise is multiplied with the deviation."""
# torch: right gradient
import torch
from torch import nn


class Codes(nn.Module):
    def __init__(self):
        super().__init__()
        self.to_statistics = nn.Linear(3, 4)

    def forward(self, x):
        mu, logvar = self.to_statistics(x).chunk(2, dim=1)
        return self.draw(mu, logvar), self.divergence(mu, logvar)

    def draw(self, mu, logvar):
        noise = torch.randn_like(logvar)
        return noise * (0.5 * logvar).exp() + mu

    def divergence(self, mu, logvar):
        return 0.5 * (mu.square() + logvar.exp() - logvar - 1.0).sum(dim=1).mean()


codes, decoder = Codes(), nn.Linear(2, 3)  # parameter
x = torch.randn(4, 3)
z, divergence = codes(x)
loss = (decoder(z) - x).square().sum(dim=1).mean() + divergence
loss.backward()
