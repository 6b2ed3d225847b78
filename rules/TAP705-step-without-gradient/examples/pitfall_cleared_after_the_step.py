"""Each round clears at its end; the encoder's features are detached in all of them."""

# torch: runs
import torch
from torch import nn

def main():
    encoder, head = nn.Linear(4, 3), nn.Linear(3, 1)
    optimizer_e = torch.optim.SGD(encoder.parameters(), lr=0.1)
    optimizer_h = torch.optim.SGD(head.parameters(), lr=0.1)
    before = encoder.weight.clone()
    for inputs in torch.randn(3, 8, 4):
        features = encoder(inputs).detach()
        loss = head(features).pow(2).mean()
        loss.backward()
        optimizer_e.step()  # expect: TAP705 certain
        optimizer_h.step()
        optimizer_e.zero_grad()
        optimizer_h.zero_grad()
    assert torch.equal(before, encoder.weight)


main()
