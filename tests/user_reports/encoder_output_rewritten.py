"""One position after the other of an encoder's output is replaced in place."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/facebookresearch/fairseq/issues/251
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, tokens):
        hidden = torch.tanh(self.layer(tokens))
        return hidden, tokens.sum(dim=-1)


encoder = Encoder()
scale = nn.Linear(3, 3)
encoder_out = encoder(torch.randn(2, 4, 3))
for j in range(4):
    encoder_out[0][:, j] = torch.relu(scale(encoder_out[0][:, j]))  # expect: TAP202
loss = encoder_out[0].sum()
loss.backward()
