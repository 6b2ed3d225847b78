"""The loss takes data from outside, too; the encoder has never been in it."""

# torch: runs
import torch
from torch import nn

import os


def train(batches):
    encoder, decoder = nn.Linear(2, 4), nn.Linear(4, 1)
    optimizer = torch.optim.Adam(encoder.parameters())
    decoder_optimizer = torch.optim.Adam(decoder.parameters())
    before = encoder.weight.clone()
    for batch in batches:
        loss = decoder(batch["codes"]).pow(2).mean() + decoder.weight.pow(2).sum()
        optimizer.zero_grad()
        decoder_optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # expect: TAP705
        decoder_optimizer.step()
    assert torch.equal(before, encoder.weight)


train([{"codes": each} for each in torch.randn(int(os.environ.get("COUNT", 3)), 8, 4)])
