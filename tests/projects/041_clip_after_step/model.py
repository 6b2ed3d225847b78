from torch import nn


class Translator(nn.Module):
    def __init__(self, src_vocab, tgt_vocab, dim):
        super().__init__()
        self.src = nn.Embedding(src_vocab, dim)
        self.encoder = nn.GRU(dim, dim, batch_first=True)
        self.tgt = nn.Embedding(tgt_vocab, dim)
        self.decoder = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, tgt_vocab)

    def forward(self, src, tgt_in):
        _, state = self.encoder(self.src(src))
        h, _ = self.decoder(self.tgt(tgt_in), state)
        return self.out(h)
