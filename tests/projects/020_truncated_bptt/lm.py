import torch.nn as nn


class LSTMLanguageModel(nn.Module):
    def __init__(self, ntoken, ninp, nhid, nlayers, tie=False):
        super().__init__()
        self.encoder = nn.Embedding(ntoken, ninp)
        self.rnn = nn.LSTM(ninp, nhid, nlayers)
        self.decoder = nn.Linear(nhid, ntoken)
        if tie:
            self.decoder.weight = self.encoder.weight
        self.nhid, self.nlayers = nhid, nlayers

    def forward(self, tokens, state):
        out, state = self.rnn(self.encoder(tokens), state)
        return self.decoder(out), state

    def init_state(self, bsz):
        weight = next(self.parameters())
        shape = (self.nlayers, bsz, self.nhid)
        return weight.new_zeros(shape), weight.new_zeros(shape)
