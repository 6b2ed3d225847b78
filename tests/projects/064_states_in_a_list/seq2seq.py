import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(dim, dim)

    def forward(self, tokens):
        h = torch.zeros(tokens.size(0), self.cell.hidden_size)
        states = []
        for x in self.embed(tokens).unbind(1):
            h = self.cell(x, h)
            states.append(h)
        return torch.stack(states, dim=1), h


class Decoder(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.vocab = vocab
        self.embed = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(2 * dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, memory, h, target, forcing=0.5):
        b, n = target.shape
        outputs = torch.zeros(b, n, self.vocab)
        token = torch.zeros(b, dtype=torch.long)
        for t in range(n):
            weights = (memory @ h.unsqueeze(-1)).softmax(dim=1)
            context = (weights * memory).sum(1)
            h = self.cell(torch.cat([self.embed(token), context], -1), h)
            logits = self.out(h)
            outputs[:, t] = logits
            token = target[:, t] if torch.rand(()) < forcing else logits.argmax(-1)
        return outputs
