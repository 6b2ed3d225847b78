import torch
import torch.nn.functional as F
from torch import nn


class TabularNet(nn.Module):
    def __init__(self, cardinalities, n_num, n_out, p=0.3):
        super().__init__()
        self.embeddings = nn.ModuleList([nn.Embedding(c, 4) for c in cardinalities])
        self.fc1 = nn.Linear(4 * len(cardinalities) + n_num, 32)
        self.fc2 = nn.Linear(32, n_out)
        self.p = p

    def forward(self, cats, nums):
        parts = [emb(cats[:, i]) for i, emb in enumerate(self.embeddings)]
        x = torch.cat([*parts, nums], dim=1)
        x = F.dropout(F.relu(self.fc1(x)), self.p)
        return self.fc2(x)
