import torch
from torch import nn


class ImageEncoder(nn.Module):
    def __init__(self, out_dim):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, stride=2)
        self.out_dim = out_dim

    def forward(self, x):
        x = torch.relu(self.conv(x)).flatten(1)
        return nn.Linear(x.shape[1], self.out_dim)(x)


class TextEncoder(nn.Module):
    def __init__(self, vocab, out_dim):
        super().__init__()
        self.bag = nn.EmbeddingBag(vocab, 16)
        self.proj = nn.Linear(16, out_dim)

    def forward(self, tokens):
        return self.proj(self.bag(tokens))
