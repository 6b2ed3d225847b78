from torch import nn

from modules import LearnedPositions, SinePositions

POSITIONS = {"learned": LearnedPositions, "sine": SinePositions}


class SequenceClassifier(nn.Module):
    def __init__(self, vocab, dim, positions):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.pos = POSITIONS[positions](32, dim)
        layer = nn.TransformerEncoderLayer(dim, 2, 2 * dim, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 1)
        self.fc = nn.Linear(dim, 2)

    def forward(self, tokens):
        return self.fc(self.encoder(self.pos(self.tok(tokens))).mean(1))
