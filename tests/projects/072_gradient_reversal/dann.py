import torch.nn.functional as F
from torch import nn

from reversal import reverse


class DANN(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(n_in, 24), nn.ReLU())
        self.label = nn.Linear(24, 2)
        self.domain = nn.Linear(24, 2)

    def losses(self, x, y, d):
        f = self.features(x)
        return F.cross_entropy(self.label(f), y), F.cross_entropy(self.domain(reverse(f, 0.1)), d)
