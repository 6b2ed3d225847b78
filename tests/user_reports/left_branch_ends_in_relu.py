"""A block's main branch is a Sequential that ends in a ReLU; the shortcut is added to it in place."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/pytorch/pytorch/issues/5687
import torch
from torch import nn


def convolution(inputs, outputs):
    return nn.Conv2d(inputs, outputs, kernel_size=3, padding=1)


class Residual(nn.Module):
    def __init__(self, width, shortcut=None):
        super().__init__()
        activation = nn.ReLU(inplace=True)
        self.main = nn.Sequential(convolution(width, 4), activation, convolution(4, width), activation)
        self.shortcut = shortcut

    def forward(self, image):
        result = self.main(image)
        result += image if self.shortcut is None else self.shortcut(image)  # expect: TAP202
        return result


network = nn.Sequential(convolution(1, 2), Residual(2), Residual(2, shortcut=convolution(2, 2)))
network(torch.randn(1, 1, 3, 3)).mean().backward()
