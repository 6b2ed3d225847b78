import torch
from torch import nn

from encoder import load_pretrained
from probe import LinearProbe


def accuracy(model, x, y):
    with torch.no_grad():
        return (model(x).argmax(-1) == y).float().mean().item()


def main():
    encoder = load_pretrained()
    model = LinearProbe(encoder, 16, 2)
    x = torch.randn(100, 8)
    y = (x.sum(1) > 0).long()
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    before = encoder.net[0].weight.clone()
    for _ in range(30):
        loss = nn.functional.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    assert torch.equal(before, encoder.net[0].weight)
    print(accuracy(model, x, y))


if __name__ == "__main__":
    main()
