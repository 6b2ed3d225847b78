from torch import nn


class Tagger(nn.Module):
    def __init__(self, vocab, tags, dim=16):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.lstm = nn.LSTM(dim, dim, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * dim, tags)

    def forward(self, tokens):
        h, _ = self.lstm(self.emb(tokens))
        return self.out(h)
