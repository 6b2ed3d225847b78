import torch
from torch import nn


class TiedDecoder(nn.Module):
    def __init__(self, words, dim):
        super().__init__()
        self.embed = nn.Embedding(words, dim, max_norm=2.0)
        self.cell = nn.GRUCell(dim, dim)

    def forward(self, start, steps):
        word, hidden = start, torch.zeros(len(start), self.embed.embedding_dim)
        scores = []
        for _ in range(steps):
            hidden = self.cell(self.embed(word), hidden)
            logits = hidden @ self.embed.weight.t()
            scores.append(logits)
            word = logits.argmax(dim=-1)
        return torch.stack(scores, dim=1)
