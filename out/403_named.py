import torch
from torch import nn
import torch.nn.functional as F
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.d = nn.Dropout()
        self.b = nn.Linear(4, 1)
    def forward(self, x):
        return self.b(self.d(self.a(x)))

from torch.distributions import Normal
class V(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.Linear(4, 2); self.lv = nn.Linear(4, 2)
    def forward(self, x):
        mu, logvar = self.m(x), self.lv(x)
        std = torch.exp(0.5 * logvar)
        z = mu + std * torch.randn_like(std)
        return z, mu, logvar
    def dist(self, x):
        z, mu, logvar = self.forward(x)
        return Normal(mu, logvar.exp())
