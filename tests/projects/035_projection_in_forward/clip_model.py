import torch
import torch.nn.functional as F
from torch import nn

from encoders import ImageEncoder, TextEncoder


class MiniCLIP(nn.Module):
    def __init__(self, vocab=50, dim=16):
        super().__init__()
        self.image = ImageEncoder(dim)
        self.text = TextEncoder(vocab, dim)
        self.log_temp = nn.Parameter(torch.tensor(0.0))

    def forward(self, images, tokens):
        i = F.normalize(self.image(images), dim=-1)
        t = F.normalize(self.text(tokens), dim=-1)
        return self.log_temp.exp() * i @ t.T
