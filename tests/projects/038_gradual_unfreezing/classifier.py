from torch import nn


class DocClassifier(nn.Module):
    def __init__(self, vocab, dim, classes, n_blocks=2):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab, dim)
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(dim, dim), nn.Tanh()) for _ in range(n_blocks)])
        self.out = nn.Linear(dim, classes)

    def forward(self, tokens):
        h = self.embedding(tokens)
        for block in self.blocks:
            h = h + block(h)
        return self.out(h)
