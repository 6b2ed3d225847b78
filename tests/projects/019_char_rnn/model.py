import torch
from torch import nn


class CharRNN(nn.Module):
    def __init__(self, vocab_size, hidden_size=24, n_layers=1):
        super().__init__()
        self.hidden_size, self.n_layers = hidden_size, n_layers
        self.embed = nn.Embedding(vocab_size, hidden_size)
        self.rnn = nn.GRU(hidden_size, hidden_size, n_layers, batch_first=True)
        self.decoder = nn.Linear(hidden_size, vocab_size)

    def init_hidden(self, batch_size):
        return torch.zeros(self.n_layers, batch_size, self.hidden_size)

    def forward(self, chars, hidden):
        out, hidden = self.rnn(self.embed(chars), hidden)
        return self.decoder(out), hidden
