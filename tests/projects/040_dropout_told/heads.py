import torch.nn.functional as F
from torch import nn


class DropHead(nn.Module):
    def __init__(self, n_in, n_out, p):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.p = p

    def forward(self, x):
        return self.fc(F.dropout(x, p=self.p, training=self.training))


class MCDropoutHead(DropHead):
    """Drops in evaluation as well, to tell how sure it is."""

    def forward(self, x):
        return self.fc(F.dropout(x, p=self.p, training=True))
