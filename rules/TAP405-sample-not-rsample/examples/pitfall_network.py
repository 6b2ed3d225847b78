"""An autoencoder whose encoder never sees the reconstruction."""

# torch: wrong gradient
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Independent, Normal


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_variance = nn.Linear(3, 2)
        self.decoder = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))

    def draw(self, mean, log_variance):
        return Independent(Normal(mean, (0.5 * log_variance).exp()), 1).sample()  # expect: TAP405

    def forward(self, x):
        mean, log_variance = self.mean(x), self.log_variance(x)
        return self.decoder(self.draw(mean, log_variance)), mean, log_variance


network = Autoencoder()  # parameter
x = torch.linspace(-1.0, 1.0, 6).reshape(2, 3)
output, mean, log_variance = network(x)
divergence = -0.5 * (1 + log_variance - mean.square() - log_variance.exp()).sum()
loss = F.mse_loss(output, x) + divergence
loss.backward()
