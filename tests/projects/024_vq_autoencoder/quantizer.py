import torch
from torch import nn
from torch.nn import functional as F


class VectorQuantizer(nn.Module):
    def __init__(self, n_codes, dim, commitment=0.25):
        super().__init__()
        self.codebook = nn.Embedding(n_codes, dim)
        nn.init.uniform_(self.codebook.weight, -1.0 / n_codes, 1.0 / n_codes)
        self.commitment = commitment

    def forward(self, z):
        with torch.no_grad():
            codes = torch.cdist(z, self.codebook.weight).argmin(dim=-1)
        q = self.codebook(codes)
        loss = F.mse_loss(q, z.detach()) + self.commitment * F.mse_loss(z, q.detach())
        q = z + (q - z).detach()
        return q, loss, codes
