"""The output layer uses the embedding's weight, and the next round looks words up again."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch as th
from torch import nn


class Decoder(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width, max_norm=1.0)
        self.cell = nn.GRUCell(width, width)

    def forward(self, word, hidden, steps):
        logits = []
        for _ in range(steps):
            hidden = self.cell(self.embed(word), hidden)
            scores = hidden @ self.embed.weight.t()  # expect: TAP203
            logits.append(scores)
            word = scores.argmax(dim=-1)
        return th.stack(logits)


decoder = Decoder(4, 3)
decoder(th.tensor([1]), th.zeros(1, 3), 2).logsumexp(-1).sum().backward()
