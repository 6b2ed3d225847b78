"""The optimiser has all blocks of a long network, however many a setting asks for."""

# torch: runs
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def forward(self, x):
        return x + self.layer(x)


class Generator(nn.Module):
    def __init__(self, blocks):
        super().__init__()
        model = [nn.Linear(4, 8), nn.LayerNorm(8), nn.ReLU()]
        for _ in range(2):
            model += [nn.Linear(8, 8), nn.LayerNorm(8), nn.ReLU()]
        for _ in range(blocks):
            model += [Block()]
        self.model = nn.Sequential(*model)

    def forward(self, x):
        return self.model(x)


def train(loader, blocks):
    generator = Generator(blocks)
    optimizer = torch.optim.Adam(generator.parameters())
    for x in loader:
        optimizer.zero_grad()
        generator(x).pow(2).mean().backward()
        optimizer.step()


train(torch.randn(5, 2, 4), 3)
